import type { Outputs } from '../api/app-router.ts'
import { getSession } from '../api/session/session.ts'
import { cacheAnswer, findCachedAnswer } from './answer-cache.ts'
import { type LineRange, toRanges } from './line-ranges.ts'

type ScanIndex = Outputs['order']['readScanIndex']

/**
 * Lines of an order that were received or reopened since the order's index was cached. They are stored separately, because the index has megabytes
 * and a scan changes only one line.
 */
interface Since {
  received: readonly LineRange[]
  open: readonly LineRange[]
  /** Id of the latest receipt that the server has reported. */
  heardUpTo: number
}
interface Lines {
  /** For each changed line: true if it was received, false if its receipt was undone. */
  states: Map<number, boolean>
  heardUpTo: number
  timer?: ReturnType<typeof setTimeout>
}

const PATH = 'order.received'
/** Minimum time between writes, however fast the user scans. */
const WRITE_EVERY_MS = 500

const known = new Map<string, Lines>()

const me = () => getSession()?.user?.id ?? 0
const makeKey = (documentId: number) => `${me()} ${documentId}`

function openLines(documentId: number): Lines {
  const key = makeKey(documentId)
  const found = known.get(key) ?? { states: new Map(), heardUpTo: 0 }
  known.set(key, found)
  return found
}

/** Records that lines were received, or that their receipt was undone, after the server had sent the index that is cached. */
export function noteLines(documentId: number, ranges: readonly LineRange[], isReceived: boolean, heardUpTo = 0): void {
  const lines = openLines(documentId)
  for (const [from, to] of ranges) for (let line = from; line <= to; line += 1) lines.states.set(line, isReceived)
  lines.heardUpTo = Math.max(lines.heardUpTo, heardUpTo)
  const userId = me()
  lines.timer ??= setTimeout(() => {
    delete lines.timer
    void cacheAnswer(PATH, { documentId }, userId, makeSince(lines))
  }, WRITE_EVERY_MS)
}

/** Drops the recorded changes, because a fresh index that includes them has arrived. */
export function forgetLines(documentId: number): void {
  const lines = known.get(makeKey(documentId))
  clearTimeout(lines?.timer)
  known.delete(makeKey(documentId))
  if (lines) void cacheAnswer(PATH, { documentId }, me(), makeSince({ states: new Map(), heardUpTo: 0 }))
}

/** Applies the recorded changes to the cached index. */
export async function bringUpToDate(index: ScanIndex, userId: number): Promise<ScanIndex> {
  const { documentId } = index
  const kept = await findCachedAnswer(PATH, { documentId }, userId)
  const since = kept?.data as Since | undefined // only this file writes under `PATH`
  if (!since) return index
  const lines = openLines(documentId)
  for (const [isReceived, ranges] of [
    [true, since.received],
    [false, since.open],
  ] as const) {
    for (const [from, to] of ranges) {
      for (let line = from; line <= to; line += 1) if (!lines.states.has(line)) lines.states.set(line, isReceived)
    }
  }
  lines.heardUpTo = Math.max(lines.heardUpTo, since.heardUpTo)
  return patchIndex(index, lines)
}

/**
 * How a receipt (`RECEIVED`) or its undo (`OPEN`) changes a line's state: maps the state before to the state after, both as the server's digits.
 * Lines in any other state stay unchanged.
 */
const RECEIVED: Readonly<Record<string, string>> = { '0': '1', '5': '1' }
const OPEN: Readonly<Record<string, string>> = { '1': '0', '6': '2' }

export function patchIndex(index: ScanIndex, { states, heardUpTo }: Pick<Lines, 'states' | 'heardUpTo'>): ScanIndex {
  const patched = [...index.states]
  for (const [line, isReceived] of states) {
    const state = patched[line]
    if (state !== undefined) patched[line] = (isReceived ? RECEIVED : OPEN)[state] ?? state
  }
  return { ...index, states: patched.join(''), lastReceiptId: Math.max(index.lastReceiptId, heardUpTo) }
}

function makeSince({ states, heardUpTo }: Pick<Lines, 'states' | 'heardUpTo'>): Since {
  const of = (isReceived: boolean) =>
    toRanges([...states].flatMap(([line, state]) => (state === isReceived ? [line] : [])).sort((a, b) => a - b))
  return { received: of(true), open: of(false), heardUpTo }
}
