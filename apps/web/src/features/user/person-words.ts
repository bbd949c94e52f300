import { readErrorFacts } from '../../api/query-client.ts'
import type { Outputs } from '../../api/trpc.ts'

export type Person = Outputs['user']['readOnePerson']
export type PersonLocation = Person['locations'][number]

/** An audit line about a person's action as a phrase: "Order received: PO 88201-01". */
export function writePhrase({ what, subjectName }: { what: string; subjectName: string | null }): string {
  return subjectName ? `${what}: ${subjectName}` : what
}

/** Confirmation question before a person is made an admin, worded as in the documentation. Shown to people who could not undo the change. */
export const MAKE_ADMIN = 'Are you sure you want to make this user an admin? You will not be able to edit them after this change.'

/** Reads the location ids from the facts of the server's refusal. */
export function collectLocationIds(error: Parameters<typeof readErrorFacts>[0]): number[] {
  const ids = readErrorFacts(error).locationIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

/** Routers whose queries become stale after every change to people. */
export const TOUCHES = ['user', 'userLocation', 'customer', 'audit'] as const
