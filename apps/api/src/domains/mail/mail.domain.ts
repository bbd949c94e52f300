import { defineDomain } from '../domain.ts'
import { mailFacts } from './mail.facts.ts'

export const mail = defineDomain({
  name: 'mail',
  facts: [mailFacts],
})
