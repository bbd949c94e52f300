import { useRef, useState } from 'react'
import { keyOf, sentenceOf } from '../../../api/query-client.ts'
import { useSession } from '../../../api/session.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { noteLines } from '../../../offline/kept-receipts.ts'
import { asRanges, type LineRange } from '../../../offline/line-ranges.ts'
import { dayOf } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import { type Scan, turnCase } from '../../scan/keystrokes.ts'
import { playSound } from '../../scan/scan-sound.ts'
import type { NewScan } from '../../scan/scan-store.ts'
import { movedOf } from './moved.ts'
import { applyRanges, comparedFacts, factOf, openLinesOf, weigh } from './receive-index.ts'
import type { ByHand, FileSays, Heard, How, LogEntry, NewResult, Result, ResultOf } from './receive-types.ts'
import { resolveScan } from './resolve-scan.ts'
import { sounds } from './result-sounds.ts'
import { decideLine, labelIn, type Said, saidOf } from './scan-result.ts'
import { unheard } from './unheard.ts'
import { useKeptScans } from './use-kept-scans.ts'
import type { ReceiveOrder } from './use-receive-order.ts'

const SHOWN = 10
const quiet = { meta: { quiet: true }, networkMode: 'always' } as const

type Received = Outputs['order']['updateReceiveAllByDocumentid']
type ReceivedResult = ResultOf<'received'>
type Shown = Pick<ReceivedResult, 'of' | 'line' | 'productId'>

/** Package by package or case by case: what the pace of the work is read from. */
export const isByHand = (how: How) => how !== 'product' && how !== 'all'

/** Everything that receives: answered on the page at once, the call follows, and what fails goes back. */
export function useReceiving(order: ReceiveOrder, onRefused: (key: string, again: () => void) => void) {
  const { documentId, known, changed } = order
  const user = useSession()?.user
  const utils = trpc.useUtils()
  const byProduct = trpc.order.updateReceiveManyByEpcismedvocabularyid.useMutation(quiet)
  const all = trpc.order.updateReceiveAllByDocumentid.useMutation(quiet)
  const [result, setResult] = useState<Result>()
  const [log, setLog] = useState<LogEntry[]>([])
  const nextId = useRef(1)
  const waiting = useRef<string[]>([])
  const calls = useRef({ pending: 0, own: new Set<number>(), last: 0, events: [] as { at: number; meds: number }[] })

  const kept = useKeptScans({
    order,
    onOutcome: ({ id, line, lines, retry }, { kind, how }, outcome, waited) => {
      calls.current.pending -= 1
      const shown: Shown = { of: kind, line, productId: null }
      if (outcome.kind === 'answered') settle(id, lines, shown, kind === 'med' ? how : 'container', outcome.answer, waited)
      else goBack(id, lines, shown, outcome, retry)
    },
    onWaits: (id) => update(id, (was) => (was.kind === 'received' ? { ...was, waiting: true } : was)),
    onFound: ({ kind, how, at, ...said }, line, lines) => {
      calls.current.pending += 1
      const id = nextId.current++
      const amount = lines.length
      const found: Result = {
        id,
        at,
        kind: 'received',
        of: kind,
        line,
        productId: null,
        amount,
        expired: 0,
        held: 0,
        receiptId: null,
        pending: true,
        waiting: true,
      }
      setLog((entries) => [{ result: found }, ...entries].slice(0, SHOWN))
      changed()
      return { id, line, lines, retry: () => receiveScanned(line, kind, how, saidOf(said)) }
    },
    onLost: ({ id, line, lines, retry }) => {
      calls.current.pending -= 1
      const sentence = 'This device could not keep the scan.'
      goBack(id, lines, { of: 'med', line, productId: null }, { key: '', sentence }, retry)
    },
    onTakenBack: ({ line, lines }) => {
      calls.current.pending -= 1
      if (known) applyRanges(known.index, asRanges(lines), false)
      show({ kind: 'undone', line, amount: lines.length })
      changed()
    },
  })

  function show(outcome: NewResult): number {
    const entry: Result = { ...outcome, id: nextId.current++, at: new Date().toISOString() }
    setResult(entry)
    setLog((entries) => [{ result: entry }, ...entries].slice(0, SHOWN))
    const sound = sounds[outcome.kind]
    // After the panel: what is seen comes first.
    if (sound) setTimeout(() => playSound(sound))
    return entry.id
  }

  /** Changes a result where it stands, also after another scan has taken its place in the panel. */
  function update(id: number, next: (was: Result) => Result): void {
    setResult((was) => (was?.id === id ? next(was) : was))
    setLog((entries) => entries.map((entry) => ('result' in entry && entry.result.id === id ? { result: next(entry.result) } : entry)))
  }

  function hear(heard: Heard[]): void {
    setLog((entries) => [...unheard(entries, heard), ...entries].slice(0, SHOWN))
  }

  /** What was received before: below what was done here. */
  function remember(heard: Heard[]): void {
    setLog((entries) => [...entries, ...unheard(entries, heard)].slice(0, SHOWN))
  }

  /** Shows at once what is about to be received; what that made of the index. */
  function begin(
    ranges: readonly LineRange[],
    shown: Shown,
    how: How,
    restored = false,
  ): { id: number; lines: readonly number[] } | undefined {
    if (!known) return undefined
    const { index } = known
    const before = ranges.map((range) => weigh(index, dayOf(new Date()), range))
    const expired = shown.of === 'med' ? 0 : before.reduce((sum, one) => sum + one.expired, 0)
    const lines = applyRanges(index, ranges, true)
    const amount = lines.length
    changed()
    const also = restored ? { restored } : {}
    const id = show({ kind: 'received', ...shown, amount, expired, held: 0, receiptId: null, pending: true, waiting: false, ...also })
    calls.current.pending += 1
    if (isByHand(how)) calls.current.events = [...calls.current.events, { at: Date.now(), meds: amount }].slice(-40)
    return { id, lines }
  }

  /** Many at once by a button: what cannot be sent now goes back. */
  function receive(ranges: readonly LineRange[], shown: Shown, how: How, call: () => Promise<Received>): void {
    const begun = begin(ranges, shown, how)
    if (!begun) return
    const { id, lines } = begun
    void call()
      .then((answer) => settle(id, lines, shown, how, answer))
      .catch((error: unknown) => {
        const sentence = keyOf(error) ? sentenceOf(error) : 'The server could not be reached.'
        goBack(id, lines, shown, { key: keyOf(error) ?? '', sentence }, () => receive(ranges, shown, how, call))
      })
      .finally(() => {
        calls.current.pending -= 1
      })
  }

  function goBack(
    id: number,
    lines: readonly number[],
    shown: Shown,
    { key, sentence }: { key: string; sentence: string },
    retry: () => void,
  ): void {
    if (known) applyRanges(known.index, asRanges(lines), false)
    if (key === 'order_voided') order.markVoided()
    onRefused(key, retry)
    const at = new Date().toISOString()
    const failed: Result = { id, at, kind: 'failed', line: shown.line, amount: lines.length, sentence, retry }
    update(id, () => failed)
    // Also when another scan has taken the panel since: this one has to be seen.
    setResult(failed)
    playSound('stop')
    changed()
  }

  /** The server compared the label with its own line, which may be newer than this page's. */
  function settleDiffering(
    id: number,
    lines: readonly number[],
    line: number,
    how: How,
    { label, file }: Received['differs'][number],
  ): void {
    if (known) applyRanges(known.index, asRanges(lines), false)
    const said = saidOf({ lotNumber: label.lotNumber ?? undefined, expirationDate: label.expirationDate ?? undefined })
    const at = new Date().toISOString()
    const differs: Result = { id, at, kind: 'differs', line, how: how === 'serial' ? 'serial' : 'scan', label: said, file }
    update(id, () => differs)
    setResult(differs)
    playSound('stop')
    order.reread()
    changed()
  }

  /** A corrected file took the order's place meanwhile: the scan was received there, or the corrected file does not name it. */
  function settleMoved(id: number, lines: readonly number[], shown: Shown, answer: Received, movedTo: number): void {
    order.markReplaced(movedTo)
    const moved = movedOf(answer, movedTo)
    if (moved.kind === 'failed') goBack(id, lines, shown, { key: 'order_replaced', sentence: moved.sentence }, () => undefined)
    else update(id, moved.next)
    changed()
  }

  function settle(id: number, lines: readonly number[], shown: Shown, how: How, answer: Received, waited = false): void {
    if (!known || !user) return
    const [differing] = answer.differs
    if (differing) {
      settleDiffering(id, lines, shown.line, how, differing)
      return
    }
    if (answer.replacedBy !== undefined) {
      settleMoved(id, lines, shown, answer, answer.replacedBy)
      return
    }
    const { receiptId } = answer
    if (receiptId !== null) {
      for (const line of lines) known.index.receipts[line] = receiptId
      // Where not all were received the index is read anew.
      if (answer.received === lines.length) noteLines(documentId, asRanges(lines), true)
      known.receipts.set(receiptId, { userId: user.id, by: `${user.firstName} ${user.lastName}`, at: new Date().toISOString(), how })
      calls.current.own.add(receiptId)
      calls.current.last = Math.max(calls.current.last, receiptId)
    }
    // The first call came through and only its answer was lost: the poll has told of the receipt.
    const ownId = known.index.receipts[shown.line] ?? 0
    const isOwn = waited && answer.received === 0 && known.receipts.get(ownId)?.userId === user.id
    // Somebody else was faster: the same med is not counted twice.
    const isAlready = answer.received === 0 && answer.alreadyReceived > 0 && !isOwn
    update(id, (was) => {
      if (was.kind !== 'received') return was
      if (isAlready) return { id: was.id, at: was.at, kind: 'already', line: was.line }
      if (isOwn) return { ...was, receiptId: ownId, pending: false, waiting: false }
      return {
        ...was,
        receiptId,
        pending: false,
        waiting: false,
        amount: answer.received,
        held: answer.held.length,
        expired: shown.of === 'med' ? 0 : answer.expired,
      }
    })
    if (waited && isAlready) {
      // Shown as kept before: that the answer is another has to be seen.
      setResult({ id, at: new Date().toISOString(), kind: 'already', line: shown.line })
      playSound('already')
    }
    if (answer.received !== lines.length && answer.alreadyReceived + answer.received < lines.length) order.reread()
    changed()
  }

  /** By scan: written down on the device first, so that neither a lost network nor a reload loses it. */
  function receiveScanned(line: number, of: 'med' | 'container', how: ByHand, said: Said = {}, restored = false): void {
    if (!known || !user) return
    const { index } = known
    const ranges: LineRange[] = [[line, of === 'med' ? line : (index.lasts[line] ?? line)]]
    const shown: Shown = { of, line, productId: null }
    const begun = begin(ranges, shown, of === 'med' ? how : 'container', restored)
    if (!begun) return
    const gtin = factOf(index, line)?.gtin
    const scan: NewScan = {
      userId: user.id,
      documentId,
      at: new Date().toISOString(),
      kind: of,
      key: index.keys[line] ?? '',
      how,
      ...(gtin ? { gtin } : {}),
      ...saidOf(said),
    }
    const retry = () => receiveScanned(line, of, how, said, restored)
    kept.follow(scan, { id: begun.id, line, lines: begun.lines, retry })
  }

  /** A scan that waits for the network: what the server has not seen is simply forgotten. */
  async function takeBack(id: number): Promise<void> {
    if (await kept.takeBack(id)) return
    toast.attention('This scan cannot be undone yet.', {
      seconds: 10,
      detail: 'It was on its way when the network went, and may have arrived. Undo it when the network is back.',
    })
  }

  const receiveMed = (line: number, how: ByHand, said?: Said, restored?: boolean) => receiveScanned(line, 'med', how, said, restored)
  const receiveContainer = (line: number, said?: Said, restored?: boolean) => receiveScanned(line, 'container', 'scan', said, restored)

  function receiveProduct(productId: number): void {
    if (!known) return
    const lines = openLinesOf(known.index, productId)
    const shown: Shown = { of: 'product', line: lines[0] ?? -1, productId }
    receive(asRanges(lines), shown, 'product', () => byProduct.mutateAsync({ documentId, epcisMedVocabularyId: productId }))
  }

  function receiveAll(): void {
    if (!known) return
    receive([[0, known.index.count - 1]], { of: 'all', line: 0, productId: null }, 'all', () => all.mutateAsync({ documentId }))
  }

  /** A handheld's scan: with Caps Lock on it is what it would be without, where only that is on the order. */
  function scanByScanner({ text, capsLock }: Scan): void {
    const find = (sought: string) => (known ? resolveScan(known.index, sought, dayOf(new Date())).decision.kind : 'missing')
    const turned = turnCase(text)
    scan(capsLock && find(text) === 'missing' && find(turned) !== 'missing' ? turned : text)
  }

  /** Typed or pasted; what is as long as a barcode is taken for one. */
  const scanByHand = (text: string) => scanByScanner({ text, terminator: 'Enter' })

  function scan(text: string): void {
    if (text.trim() === '') return
    if (!known) {
      waiting.current.push(text)
      return
    }
    const { reading, decision, restored } = resolveScan(known.index, text, dayOf(new Date()))
    const how: ByHand = reading.kind === 'serial' ? 'serial' : 'scan'
    if (decision.kind === 'choose' && reading.kind === 'serial') {
      show({ kind: 'choose', lines: decision.lines, serialNumber: reading.serialNumber, how })
    } else if (decision.kind === 'missing' && reading.kind !== 'unreadable') {
      const id = show({ kind: 'missing', reading, looking: true, found: [] })
      void lookElsewhere(
        id,
        reading.kind === 'container' ? reading.sscc : reading.serialNumber,
        reading.kind === 'unit' ? reading.gtin : null,
      )
    } else if (decision.kind === 'unreadable') {
      const noSerial = reading.kind === 'unreadable' && reading.noSerial
      show({ kind: 'unreadable', text, why: decision.why, ...(noSerial ? { noSerial } : {}) })
    } else if (decision.kind === 'productCode') {
      show(decision)
    } else if ('line' in decision) {
      answer(decision.line, how, labelIn(reading), restored)
    }
  }

  /** What a known line of the order asks for: received, or said why not. */
  function answer(line: number, how: ByHand, said?: Said, restored = false): void {
    if (!known) return
    const decision = decideLine(known.index, line, dayOf(new Date()), said)
    const also = { ...(said ? { said } : {}), ...(restored ? { restored } : {}) }
    if (decision.kind === 'receive') receiveMed(line, how, said, restored)
    else if (decision.kind === 'container') receiveContainer(line, said, restored)
    else if (decision.kind === 'already') show({ kind: 'already', line, ...also })
    else if (decision.kind === 'differs') show({ ...decision, how, file: fileOf(line), ...also })
    else if (decision.kind === 'stop') show({ ...decision, how, asking: false, ...also })
    else if (decision.kind === 'receivedElsewhere') {
      const id = show({ kind: 'receivedElsewhere', line, how, found: [], ...also })
      void lookElsewhere(id, known.index.keys[line] ?? '', factOf(known.index, line)?.gtin ?? null, true)
    }
  }

  function fileOf(line: number): FileSays {
    const [fact] = known ? comparedFacts(known.index, line) : []
    return { lotNumber: fact?.lotNumber ?? null, expirationDate: fact?.expirationDate ?? null }
  }

  async function lookElsewhere(id: number, serialNumber: string, gtin: string | null, silent = false): Promise<void> {
    const found = await utils.order.readElsewhere
      .fetch({ documentId, serialNumber, gtin })
      .then((answered) => answered.found)
      .catch(() => [])
    if (!silent) playSound(found.length > 0 ? 'elsewhere' : 'unknown')
    update(id, (was) => ('found' in was ? { ...was, found, ...(was.kind === 'missing' ? { looking: false } : {}) } : was))
  }

  function ask(stop: ResultOf<'stop'>, asking: boolean): void {
    update(stop.id, (was) => (was.kind === 'stop' ? { ...was, asking } : was))
  }

  /** Scans that came before the order was there. */
  function takeWaiting(): void {
    if (known) for (const text of waiting.current.splice(0)) scan(text)
  }

  /** A line of the order was put on hold from here. */
  function showHeld(line: number): void {
    show({ kind: 'stop', line, why: 'held', days: 0, how: 'scan', asking: false })
  }

  const rest = () => setResult(undefined)
  return {
    result,
    log,
    calls,
    show,
    hear,
    remember,
    scan,
    scanByScanner,
    scanByHand,
    answer,
    receiveMed,
    receiveContainer,
    receiveProduct,
    receiveAll,
    takeBack: (id: number) => void takeBack(id),
    ask,
    showHeld,
    rest,
    takeWaiting,
    hasWaiting: () => waiting.current.length > 0,
  }
}
export type Receiving = ReturnType<typeof useReceiving>
