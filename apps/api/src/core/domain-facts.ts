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
  /**
   * For each right, the text that the page about people's rights shows about what the right allows. The schema's `RIGHTS` defines the locations at
   * which each right applies.
   */
  rights: Partial<Record<Permission, RightWords>>
  /** Kinds of subjects in the audit trail, each with the word that people search for. */
  kinds: Record<string, string>
  /** Labels of the audit actions. Labels of old actions are kept, because old entries show them. */
  actions: Record<string, string>
  /**
   * Describes each action in a sentence without its beginning, which is the name of the person who acted. `{about}` stands for the action's subject
   * and `{goods}` for the packages; both become links if they have a page. If the subject is that person, the sentence has no `{about}`.
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
