import { OUTCOME_STATUS, outcome, type UploadOutcome } from '@seriatim/schema'

export const WAITING: UploadOutcome = { kind: 'waiting', facts: {} }

/** Converts an outcome to the columns of the upload's row. */
export function toOutcomeRow({ kind, facts }: UploadOutcome) {
  return { status: OUTCOME_STATUS[kind], kind, facts: JSON.stringify(facts) }
}

/** Parses the outcome that an upload's row stores. @throws if `facts` do not belong to `kind`, which never happens for rows that we wrote. */
export function parseOutcome({ kind, facts }: { kind: string; facts: unknown }): UploadOutcome {
  return outcome.parse({ kind, facts })
}
