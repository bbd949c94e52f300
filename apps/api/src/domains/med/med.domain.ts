import { defineDomain } from '../domain.ts'
import { medFacts } from './med.facts.ts'
import { medRouter } from './med.router.ts'
import { pedigreeMails } from './send/med-email.mails.ts'

export const med = defineDomain({
  name: 'med',
  facts: [medFacts],
  routers: { med: [medRouter] },
  mails: [pedigreeMails],
})
