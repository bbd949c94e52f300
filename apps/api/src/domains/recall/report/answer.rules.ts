/** A recall's state when somebody decided to receive goods despite it. */
export interface AnsweredVersion {
  version: number
  classification: string | null
}

const CLASSES = ['Class I', 'Class II', 'Class III']
const rankAnswer = (classification: string | null) => {
  const at = CLASSES.indexOf(classification ?? '')
  return at < 0 ? CLASSES.length : at
}

/**
 * Whether an answer still holds for a lot: when it was given, the recall must have named the lot already, and the recall must not have become more
 * severe since. @param named the version that first named the lot, and the recall's current class.
 */
export function isAnswered(answer: AnsweredVersion | undefined, named: AnsweredVersion): boolean {
  return answer !== undefined && named.version <= answer.version && rankAnswer(named.classification) >= rankAnswer(answer.classification)
}
