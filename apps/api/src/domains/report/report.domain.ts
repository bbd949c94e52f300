import { defineDomain } from '../domain.ts'
import { reportFacts } from './report.facts.ts'
import { reportRouter } from './report.router.ts'

export const report = defineDomain({
  name: 'report',
  facts: [reportFacts],
  routers: { report: [reportRouter] },
})
