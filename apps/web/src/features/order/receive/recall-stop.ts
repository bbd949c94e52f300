import { isOpen, namingOf, type Recalled, type ReceiveIndex } from './receive-index.ts'

/** The list with what was answered on this page since it was read. */
export function withAnswers(read: readonly Recalled[], answered: readonly number[]): readonly Recalled[] {
  if (answered.length === 0) return read
  return read.map((one) => (answered.includes(one.recallId) ? { ...one, isAnswered: true } : one))
}

/** Recalls that nobody has answered for and that name something still to be received in these lines: their answer goes along with the call. */
export function askedOf(index: ReceiveIndex, lines: Iterable<number>): number[] {
  if (index.recalls.every(({ isAnswered }) => isAnswered)) return []
  const ids = new Set<number>()
  for (const line of lines) {
    if (!isOpen(index.states[line])) continue
    for (const { recallId, isAnswered } of namingOf(index, line)) if (!isAnswered) ids.add(recallId)
  }
  return [...ids]
}
