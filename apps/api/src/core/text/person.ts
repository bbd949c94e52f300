import type { PersonName } from '@seriatim/schema'

/** A person's name from a left join; null when nobody was joined. */
export function makePersonName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): PersonName | null {
  return firstName !== null && lastName !== null ? { firstName, lastName } : null
}
