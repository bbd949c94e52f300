import type { Permission } from '@seriatim/schema'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/** A failure that a caller can cause: transport code, and the sentence the user reads. Too many of something says in how many seconds trying again is of use. */
type Refusal = { text: string } & (
  | { code: 'TOO_MANY_REQUESTS'; retryAfter: number }
  | { code: Exclude<TRPC_ERROR_CODE_KEY, 'TOO_MANY_REQUESTS'>; retryAfter?: number }
)

export interface RightWords {
  group: string
  what: string
}

/** What a domain adds to the product's catalogues. Data only: services, queries and the ladder read it, it reads nothing. */
export interface DomainFacts {
  errors: Record<string, Refusal>
  /** What a violated constraint of its tables means: a key of the errors. Those not named are mistakes of ours. */
  constraints: Record<string, string>
  /** What each of its rights lets somebody do, for the page that shows who may do what; where they hold stands in `RIGHTS` of the schema. */
  rights: Partial<Record<Permission, RightWords>>
  /** What the trail tells of: its subjects, and the word by which a person looks for them. */
  kinds: Record<string, string>
  /** What the trail calls what it does. Words stay: lines of years ago are told with them. */
  actions: Record<string, string>
}
