/** What a recall said when somebody received goods that it names all the same. */
export interface Answer {
  version: number
  classification: string | null
}

const CLASSES = ['Class I', 'Class II', 'Class III']
const rankAnswer = (classification: string | null) => {
  const at = CLASSES.indexOf(classification ?? '')
  return at < 0 ? CLASSES.length : at
}

/**
 * Whether an answer holds for a lot: the recall is no graver now, and did name the lot then.
 *
 * @param named the version that named the lot first, and the recall's class now.
 */
export function isAnswered(answer: Answer | undefined, named: Answer): boolean {
  return answer !== undefined && named.version <= answer.version && rankAnswer(named.classification) >= rankAnswer(answer.classification)
}
