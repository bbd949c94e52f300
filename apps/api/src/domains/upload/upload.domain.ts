import { defineDomain } from '../domain.ts'
import { uploadFacts } from './upload.facts.ts'
import { demoRouter, uploadRouter } from './upload.router.ts'
import { waitingRouter } from './waiting.router.ts'
import { retryWaiting } from './waiting.service.ts'

export const upload = defineDomain({
  name: 'upload',
  facts: [uploadFacts],
  routers: { file: [uploadRouter], order: [demoRouter], gln: [waitingRouter] },
  listeners: { glnAdded: retryWaiting },
})
