import { type StopKind, writeFullName } from '@seriatim/schema'
import type { Outputs } from '../../../../api/trpc.ts'
import { formatAmount, formatCount } from '../../../../ui/text/format.ts'
import { productWords, takeLastCharacters } from '../line/product-name.ts'
import { containerName, findProduct, type WordFacts } from '../panel/line-names.ts'
import type { OtherEvent } from '../receive-types.ts'

type Change = Outputs['order']['readProgress']['changes'][number]

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

/** Line of the innermost container that holds all these lines; -1 if there is none. */
function commonParent({ index }: WordFacts, lines: readonly (readonly [number, number])[]): number {
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) return -1
  let at = index.parents[first[0]] ?? -1
  while (at >= 0 && (index.lasts[at] ?? at) < last[1]) at = index.parents[at] ?? -1
  return at
}

interface StopNote {
  id: string
  at: string
  kind: StopKind
  serialNumber: string
  line: number | null
}

/** Describes a rejected scan in one line: what was scanned and what stopped it. */
export function noteStopped(known: WordFacts, { id, at, kind, serialNumber, line }: StopNote): OtherEvent {
  const product = line === null ? undefined : findProduct(known, line)
  const words = product ? productWords(product).short : line === null ? 'Not on this order' : containerName(known.index, line)
  return { id, at, undone: false, stop: kind, words, tail: takeLastCharacters(serialNumber) }
}

/** Describes a receipt in one line: "Lee Okafor received 12 in case 041 833". */
export function noteReceipt(known: WordFacts, change: Change): OtherEvent {
  const amount = change.lines.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const line = change.lines[0]?.[0] ?? -1
  const isMine = change.userId === known.me
  const who = writeFullName(change.by)
  const id = `${change.receiptId} ${change.undone} ${change.at}`
  const base = { id, at: change.at, undone: change.undone }
  if (amount === 1) {
    const product = findProduct(known, line)
    const name = product ? productWords(product).short : 'a package'
    const words = isMine ? (change.undone ? `Undone: ${name}` : name) : `${who}${change.undone ? ' undid' : ''}: ${name}`
    return { ...base, words, tail: takeLastCharacters(known.index.keys[line] ?? '') }
  }
  const parent = commonParent(known, change.lines)
  const place = parent >= 0 ? ` in ${lowerFirst(containerName(known.index, parent))}` : ''
  const did = change.undone ? 'undid' : 'received'
  return {
    ...base,
    words: `${isMine ? 'You' : who} ${did} ${amount === 1 ? formatAmount(1, 'package') : formatCount(amount)}${place}`,
    tail: '',
  }
}
