import { type ByteStore, larger } from './columns.ts'
import { EpcTexts } from './epc-texts.ts'
import { repeatEvent } from './event.ts'
import type { EventCheck } from './event-check.ts'
import { type Fit, GAP, type RepeatedEvent } from './event-template.ts'
import { EventTemplates } from './event-templates.ts'
import type { EpcisEvent } from './facts.ts'
import type { MasterDataCheck } from './master-data-check.ts'
import { decodeText, REPORT, TAKEN, type TakeAnswer } from './reader.ts'
import type { Shipment } from './shipment.ts'
import { LISTED, type Units } from './units.ts'

/** Number of open elements around an event: document, body and list. */
export const EVENT_DEPTH = 3
/** The letter h, with which every URL begins. */
const SMALL_H = 0x68

/** What is needed to check a repeated event that is accepted without being parsed. */
interface Judges {
  readonly units: Units
  readonly known: MasterDataCheck
  readonly shipment: Shipment
  /** An event with a time later than this never counts as a repetition; it is parsed and checked like any other event. */
  readonly now?: Date
  /** True if the sink does not keep the lists of EPCs that it receives, so that one list can be reused for all events. */
  readonly listsArePassing?: boolean
}

/**
 * Recognizes events that repeat an earlier event byte for byte, except for time, container, units, lot and date. The earlier event had no findings,
 * so only these values can cause one. If a value does, or if there is any doubt, the event is parsed like every other.
 */
export class RepeatedEvents {
  /** Whether the document is EPCIS 2.0; EPCIS 1.x does not allow URLs. */
  is20 = false
  /** Ids of the units of the event that {@link take} accepted last. `container` is the id of the event's container, -1 if there is none. */
  ids = new Int32Array(0)
  container = -1
  private room = new Int32Array(64)
  private readonly judges: Judges
  private readonly templates: EventTemplates
  /** The event last reported, if it can serve as a template for later ones; otherwise null. */
  private candidate: RepeatedEvent | null = null
  /** A list of EPCs that is reused for each event; null if the receiver of the events keeps their lists, so that each event needs a new one. */
  private readonly list: EpcTexts | null

  constructor(judges: Judges) {
    this.judges = judges
    this.templates = new EventTemplates(judges.now)
    this.list = judges.listsArePassing === true ? new EpcTexts() : null
  }

  /** For the event that {@link take} accepted last: where it ends, and the positions of its gaps (the parts that differ from the earlier event). */
  get fit(): Fit {
    return this.templates.fit
  }

  /** The earlier event that is repeated by the event that {@link take} accepted last. */
  get model(): EpcisEvent {
    return this.templates.model.event
  }

  /** Time of the event that {@link take} accepted last, in milliseconds since 1970. */
  get happened(): number {
    return this.templates.happened
  }

  /** Prepares for the next list of events: clears the templates, which no longer apply there. */
  clear(): void {
    this.templates.clear()
  }

  /**
   * Checks whether the event that begins at `at` repeats an earlier event without findings. If so, registers its units and, for a packing event,
   * records them as packed.
   */
  take(source: ByteStore, at: number, end: number): TakeAnswer {
    const answer = this.templates.find(source, at, end)
    return answer === TAKEN && !this.pass(source) ? REPORT : answer
  }

  /** Discards the candidate for a template. Called when another event begins, or when the candidate's event turns out to be faulty. */
  forget(): void {
    this.candidate = null
  }

  /**
   * Keeps a reported event as a candidate for a template, if it is the commissioning or packing of units, which senders repeat.
   *
   * @param ids ids of the event's units.
   */
  consider({ facts }: EventCheck, ids: Int32Array): void {
    const { kind, action, bizStep, parentId, epcCount, bizTransactions, sources, destinations } = facts
    if (action !== 'ADD' || epcCount === 0 || bizTransactions.length + sources.length + destinations.length > 0) return
    const isUsual = kind === 'aggregation' ? bizStep === 'packing' && parentId !== null : bizStep === 'commissioning' && parentId === null
    if (isUsual && kind !== 'transaction')
      this.candidate = { event: facts, isOfContainers: !ids.some((id) => this.judges.units.isSgtin(id)) }
  }

  /** Makes a template from the bytes of the event that was reported last, if {@link consider} kept that event as a candidate. */
  learn(source: ByteStore, from: number, to: number): void {
    if (this.candidate !== null) this.templates.learn(this.candidate, source, from, to)
    this.candidate = null
  }

  /** Creates the event that {@link take} accepted last. Call it before the next event is read. */
  makeEvent(source: ByteStore, number: number, line: number, withEpcs: boolean): EpcisEvent {
    const { fit, model, time, lot, date } = this.templates
    const [from = -1, to = 0] = [fit.from[GAP.parent], fit.to[GAP.parent]]
    const parentId = from < 0 ? null : decodeText(source.bytes, from, to).trim()
    const own = { number, line, eventTime: time, parentId, lotNumber: lot, expirationDate: date }
    return repeatEvent(model.event, own, withEpcs ? this.fillList(source) : null)
  }

  private fillList({ bytes }: ByteStore): EpcTexts {
    const { epcs, ends } = this.fit
    const list = this.list ?? new EpcTexts()
    list.clear()
    for (let at = 0; at < epcs * 2; at += 2) {
      list.append(bytes, ends[at] ?? 0, ends[at + 1] ?? 0)
      list.close(0, 0)
    }
    return list
  }

  /**
   * Registers the event's units in the order in which the event lists them; for a packing event, also records the units as packed. Returns false if
   * the event might need a finding.
   */
  private pass(source: ByteStore): boolean {
    const { units, known, shipment } = this.judges
    const { fit, model } = this.templates
    const isPacking = model.event.kind === 'aggregation'
    this.container = -1
    if (isPacking) {
      const from = fit.from[GAP.parent] ?? 0
      this.container = units.internBytes(source, from, fit.to[GAP.parent] ?? 0)
      if (this.container < 0 || this.isOdd(source, from)) return false
    }
    if (fit.epcs > this.room.length) this.room = larger(this.room, Math.max(fit.epcs, this.room.length * 2))
    const ids = this.room.subarray(0, fit.epcs)
    this.ids = ids
    const count = this.intern(source, ids)
    const holdsItself = this.container >= 0 && units.has(this.container, LISTED)
    for (let index = 0; index < count; index += 1) units.unmark(ids[index] ?? 0, LISTED)
    if (count < ids.length || holdsItself || (model.isOfContainers && !isPacking && ids.some((id) => units.isSgtin(id)))) return false
    return known.passProducts(units.products) && (!isPacking || shipment.passPacking(ids, this.container))
  }

  /**
   * Looks up the ids of the EPCs, in their order, and writes them to `ids`. Stops at an EPC that is not a unit, that the list already contained, or
   * that is a URL in an EPCIS 1.x document.
   * @returns the number of EPCs before that one, or of all EPCs.
   */
  private intern(source: ByteStore, ids: Int32Array): number {
    const { units } = this.judges
    const { ends } = this.fit
    for (let index = 0; index < ids.length; index += 1) {
      const from = ends[index * 2] ?? 0
      const id = units.internBytes(source, from, ends[index * 2 + 1] ?? 0)
      if (id < 0 || units.has(id, LISTED) || this.isOdd(source, from)) return index
      units.mark(id, LISTED)
      ids[index] = id
    }
    return ids.length
  }

  private isOdd({ bytes }: ByteStore, from: number): boolean {
    return !this.is20 && bytes[from] === SMALL_H
  }
}
