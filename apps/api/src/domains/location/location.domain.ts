import { defineDomain } from '../domain.ts'
import { glnFacts } from './gln/gln.facts.ts'
import { compareGlnJob } from './gln/gln.jobs.ts'
import { glnRouter } from './gln/gln.router.ts'
import { locationFacts } from './location.facts.ts'
import { locationRouter, stateRouter } from './location.router.ts'

export const location = defineDomain({
  name: 'location',
  facts: [locationFacts, glnFacts],
  routers: { location: [locationRouter], gln: [glnRouter], state: [stateRouter] },
  jobs: [compareGlnJob],
})
