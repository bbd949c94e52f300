import { defineDomain } from '../domain.ts'
import { regimeFacts } from './regime.facts.ts'
import { regimeJob } from './regime.jobs.ts'
import { regimeMails } from './regime.mails.ts'
import { regimeRouter } from './regime.router.ts'

export const regime = defineDomain({
  name: 'regime',
  facts: [regimeFacts],
  routers: { regime: [regimeRouter] },
  jobs: [regimeJob],
  mails: [regimeMails],
})
