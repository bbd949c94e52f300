/** A recall's state when somebody received goods that it names anyway. */
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
 * Whether an answer still holds for a lot: the recall is no more severe now, and named the lot then.
 *
 * @param named the version that first named the lot, and the recall's current class.
 */
export function isAnswered(answer: AnsweredVersion | undefined, named: AnsweredVersion): boolean {
  return answer !== undefined && named.version <= answer.version && rankAnswer(named.classification) >= rankAnswer(answer.classification)
}
