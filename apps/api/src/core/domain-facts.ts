import type { Permission } from '@seriatim/schema'
import type { ErrorKind } from './errors.ts'

export interface RightWords {
  group: string
  what: string
}

/** What a domain adds to the product's catalogs. It contains data only, so that importing it causes no cycle. */
export interface DomainFacts {
  errors: Record<string, ErrorKind>
  /** The errors for violated constraints of the domain's tables. Violating a constraint that is not listed is a bug. */
  constraints: Record<string, ErrorKind>
  /** What each right allows, for the page that lists people's rights; the schema's `RIGHTS` says where they apply. */
  rights: Partial<Record<Permission, RightWords>>
  /** Kinds of subjects in the audit trail, each with the word that people search for. */
  kinds: Record<string, string>
  /** Labels of the audit actions. Labels of old actions are kept, because old entries show them. */
  actions: Record<string, string>
  /**
   * What each action did, as the rest of a sentence that begins with a person's name. `{about}` stands for its subject and `{goods}` for the
   * packages, each with a link if there is one. A sentence about the person has no `{about}`.
   */
  sentences: Record<string, string>
}

/** The facts of all domains, merged by the composition root (`facts.ts`) and passed down in `Deps`. */
export interface Catalog {
  constraints: Readonly<Record<string, ErrorKind>>
  rights: Readonly<Record<Permission, RightWords>>
  kinds: Readonly<Record<string, string>>
  actions: Readonly<Record<string, string>>
  sentences: Readonly<Record<string, string>>
}
