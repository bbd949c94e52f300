import { OUTCOME_STATUS, outcome, type UploadOutcome } from '@seriatim/schema'

export const WAITING: UploadOutcome = { kind: 'waiting', facts: {} }

/** An outcome as the columns of its upload. */
export function toOutcomeRow({ kind, facts }: UploadOutcome) {
  return { status: OUTCOME_STATUS[kind], kind, facts: JSON.stringify(facts) }
}

/** The outcome of an upload's row. @throws for facts that do not belong to the kind, which our own rows never have. */
export function parseOutcome({ kind, facts }: { kind: string; facts: unknown }): UploadOutcome {
  return outcome.parse({ kind, facts })
}
