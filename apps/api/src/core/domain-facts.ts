import type { Permission } from '@seriatim/schema'
import type { ErrorKind } from './errors.ts'

export interface RightWords {
  group: string
  what: string
}

/** What a domain adds to the product's catalogs. Data only: it imports nothing that could import it back. */
export interface DomainFacts {
  errors: Record<string, ErrorKind>
  /** The failure that a violated constraint of its tables stands for. Constraints not named here are faults of ours. */
  constraints: Record<string, ErrorKind>
  /** What each of its rights allows, for the page that shows who may do what; `RIGHTS` of the schema says where they hold. */
  rights: Partial<Record<Permission, RightWords>>
  /** Subjects of the audit trail, and the word that a person looks for them by. */
  kinds: Record<string, string>
  /** What the audit trail calls its actions. Words stay: entries from years ago are shown with them. */
  actions: Record<string, string>
}

/** The facts of all domains, merged by the composition root (`facts.ts`) and handed down in `Deps`. */
export interface Catalog {
  constraints: Readonly<Record<string, ErrorKind>>
  rights: Readonly<Record<Permission, RightWords>>
  kinds: Readonly<Record<string, string>>
  actions: Readonly<Record<string, string>>
}
