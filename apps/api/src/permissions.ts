import type { Grant } from './domain-facts.ts'
import { rights } from './facts.ts'

/** Every right that a procedure can ask for; each domain names its own, with where it holds. */
export type Permission = keyof typeof rights

/** The rights that hold so. */
export const rightsOf = (grant: Grant) => (Object.keys(rights) as Permission[]).filter((right) => rights[right] === grant) // its own keys
