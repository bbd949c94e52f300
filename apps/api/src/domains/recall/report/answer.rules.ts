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
 * Whether somebody's earlier decision to receive a lot despite its recall still applies. It does if the recall listed the lot in the version that the
 * person saw, and its class has not become more severe since.
 * @param named the version in which the recall first listed the lot, and the recall's current class.
 */
export function isAnswered(answer: AnsweredVersion | undefined, named: AnsweredVersion): boolean {
  return answer !== undefined && named.version <= answer.version && rankAnswer(named.classification) >= rankAnswer(answer.classification)
}
