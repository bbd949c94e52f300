import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/** Where a right holds: at one's own locations, at those one administers, everywhere for the customer's admin, everywhere for everybody (decision 45). */
export type Grant = 'own' | 'administered' | 'customerAdmin' | 'everybody'

/** What a domain adds to the product's catalogues. Data only: services, queries and the ladder read it, it reads nothing. */
export interface DomainFacts {
  /** Failures that a caller can cause: transport code and the sentence the user reads; `retryAfter`: seconds after which it is worth trying again. */
  errors: Record<string, { code: TRPC_ERROR_CODE_KEY; text: string; retryAfter?: number }>
  /** What a violated constraint of its tables means: a key of the errors. Those not named are mistakes of ours. */
  constraints: Record<string, string>
  rights: Record<string, Grant>
  /** What the trail calls what it does. Words stay: lines of years ago are told with them. */
  actions: Record<string, string>
}
