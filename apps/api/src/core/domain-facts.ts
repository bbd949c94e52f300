import type { Permission } from '@seriatim/schema'
import type { ErrorKind } from './errors.ts'

export interface RightWords {
  group: string
  what: string
}

/** What a domain adds to the product's catalogs. It is data only, so it cannot import what imports it. */
export interface DomainFacts {
  errors: Record<string, ErrorKind>
  /** The error that a violated constraint of its tables stands for. A constraint that is not listed is a bug of ours. */
  constraints: Record<string, ErrorKind>
  /** What each right allows, for the page that lists people's rights; the schema's `RIGHTS` says where they hold. */
  rights: Partial<Record<Permission, RightWords>>
  /** Subjects of the audit trail, with the word that people search for. */
  kinds: Record<string, string>
  /** Labels of the audit actions. Labels stay, because entries from years ago show them. */
  actions: Record<string, string>
}

/** The facts of all domains, merged by the composition root (`facts.ts`) and passed down in `Deps`. */
export interface Catalog {
  constraints: Readonly<Record<string, ErrorKind>>
  rights: Readonly<Record<Permission, RightWords>>
  kinds: Readonly<Record<string, string>>
  actions: Readonly<Record<string, string>>
}
