/** The version and class that a recall had when somebody decided to receive goods despite it. */
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
 * Whether an answer is still valid for a lot: the recall already named the lot in the version that was answered, and has not become more severe
 * since.
 *
 * @param named the version in which the recall first named the lot, and the recall's current class.
 */
export function isAnswered(answer: AnsweredVersion | undefined, named: AnsweredVersion): boolean {
  return answer !== undefined && named.version <= answer.version && rankAnswer(named.classification) >= rankAnswer(answer.classification)
}
