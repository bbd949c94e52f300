import { defineDomain } from '../domain.ts'
import { fileFacts } from './file.facts.ts'
import { fileRouter } from './file.router.ts'

export const file = defineDomain({
  name: 'file',
  facts: [fileFacts],
  routers: { file: [fileRouter] },
})
