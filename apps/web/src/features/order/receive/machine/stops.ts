import type { StopKind } from '@seriatim/schema'
import { otherOrder } from '../panel/result-words.ts'
import { findFact, findRecall } from '../receive-index.ts'
import type { ByHand, Elsewhere, NewScanResult, ScanResult } from '../receive-types.ts'
import { labelIn, pickStopAnswers, type Reading, type StopAnswers } from '../scan-result.ts'
import type { Desk } from './desk.ts'
import type { QueuedScans } from './queued-scans.ts'

type Shown = Extract<NewScanResult, { line: number }>

const KINDS: Partial<Record<NewScanResult['kind'], StopKind>> = { differs: 'differs', receivedElsewhere: 'elsewhere' }

/** Handles rejected scans: saves each on the device, has the server record it, and keeps the stopped packages out of bulk receipts. */
export class Stops {
  private readonly desk: Desk
  private readonly kept: QueuedScans

  constructor(desk: Desk, kept: QueuedScans) {
    this.desk = desk
    this.kept = kept
  }

  /** Records a unit of the order that was scanned but not received. */
  record(shown: Shown, how: ByHand, said: StopAnswers = {}): void {
    const kind = shown.kind === 'stop' ? shown.why : KINDS[shown.kind]
    if (kind) this.keepLine(shown.line, kind, how, said)
  }

  /** Records a scan of a unit that this order doesn't list; `found`: other orders or records with the unit. */
  recordMissing(reading: Exclude<Reading, { kind: 'unreadable' }>, found: readonly Elsewhere[]): void {
    const other = found.find((one) => one.documentId !== null)
    this.keep(
      {
        key: reading.kind === 'container' ? reading.sscc : reading.serialNumber,
        gtin: reading.kind === 'unit' ? reading.gtin : undefined,
        kind: other ? 'otherOrder' : 'unknown',
        ...(other ? { about: otherOrder(other) } : {}),
      },
      reading.how,
      labelIn(reading) ?? {},
    )
  }

  /** Sets a result's package aside: it is not received, and the panel is free for the next scan. */
  setAside(result: ScanResult): void {
    const { panel } = this.desk
    if (result.kind === 'missing' && result.reading.kind !== 'unreadable') {
      const { reading } = result
      const key = reading.kind === 'container' ? reading.sscc : reading.serialNumber
      const gtin = reading.kind === 'unit' ? reading.gtin : undefined
      this.keep({ key, gtin, kind: 'setAside' }, reading.how, labelIn(reading) ?? {})
    } else if ('line' in result && result.line >= 0) {
      const said = 'said' in result ? result.said : 'label' in result ? result.label : undefined
      this.keepLine(result.line, 'setAside', 'how' in result ? result.how : 'scan', said ?? {})
    }
    panel.set({ result: undefined })
    panel.redraw()
  }

  private keepLine(line: number, kind: StopKind, how: ByHand, said: StopAnswers): void {
    const { known } = this.desk
    if (!known) return
    const { index } = known
    const isLeft = (index.meds[line] ?? 0) > (index.received[line] ?? 0)
    if (isLeft) index.stops.add({ line, lastLine: index.lasts[line] ?? line, kind })
    const recall = kind === 'recalled' ? findRecall(index, line) : undefined
    const about = recall && [recall.classification, recall.recallNumbers[0]].filter(Boolean).join(', ')
    this.keep({ key: index.keys[line] ?? '', gtin: findFact(index, line)?.gtin ?? undefined, kind, ...(about ? { about } : {}) }, how, said)
    this.desk.panel.redraw()
  }

  private keep(
    { key, gtin, kind, about }: { key: string; gtin: string | undefined; kind: StopKind; about?: string },
    how: ByHand,
    { lotNumber, expirationDate }: StopAnswers,
  ): void {
    const { person, documentId, effects } = this.desk
    if (key === '') return
    this.kept.stop({
      userId: person.id,
      documentId,
      at: effects.now().toISOString(),
      kind: 'stop',
      key,
      how,
      ...(gtin ? { gtin } : {}),
      ...pickStopAnswers({ lotNumber, expirationDate }),
      stop: { kind, ...(about ? { about } : {}) },
    })
  }
}
