import { isUsualTime } from './common-rules.ts'
import { isRealDate } from './date-time.ts'
import { type EventBytes, EventTemplate, Fit } from './event-template.ts'
import type { EpcisEvent } from './facts.ts'
import { isLotNumber } from './object-event.ts'
import type { PieceTexts } from './proven-piece.ts'
import { decodeText } from './reader.ts'
import { Texts } from './texts.ts'

/** A sender writes commissioning and packing of a few kinds of units. */
const MOST_TEMPLATES = 16
const LONGEST_EVENT = 1 << 18
/** So many events are learned in hope; then each must have been met again so many times. */
const LEARNED_FREELY = 32
const MET_AGAIN = 4

/** The events of a document in which nothing was found, to recognize others that are the same but for time, units, lot and date. */
export class EventTemplates {
  private readonly list: EventTemplate[] = []
  private readonly now: Date | undefined
  private readonly texts = new Texts()
  private learned = 0
  private met = 0
  /** The last that was right. */
  private lot = ''
  private date = ''
  private time = ''
  private timeValue = Number.NaN
  /** Of the event that was found last: its kind as the rows of a piece have it, and the rest. */
  kind = 0
  readonly fit = new Fit()

  /** @param now events that are later are not recognized. */
  constructor(now: Date | undefined) {
    this.now = now
  }

  learn(kind: number, { bytes }: EventBytes, from: number, to: number, event: EpcisEvent): void {
    if (to - from > LONGEST_EVENT || (this.learned >= LEARNED_FREELY && this.met < this.learned * MET_AGAIN)) return
    this.learned += 1
    const template = EventTemplate.make(kind, decodeText(bytes, from, to), event)
    if (template === null) return
    this.list.unshift(template)
    if (this.list.length > MOST_TEMPLATES) this.list.pop()
  }

  /** Whether the event that begins there is known; its units stand among the texts then. What is false must be read. */
  find(given: EventBytes, at: number, texts: PieceTexts): boolean {
    const { list, fit } = this
    const size = texts.size
    for (let index = 0; index < list.length; index += 1) {
      const template = list[index]
      if (template?.fits(given, at, fit, texts) && this.isUsual(given)) {
        this.met += 1
        this.kind = template.kind
        if (index > 0) list.unshift(...list.splice(index, 1))
        return true
      }
      texts.cutTo(size)
    }
    return false
  }

  /** When the event happened that was found last, in milliseconds. */
  get happened(): number {
    return this.timeValue
  }

  /** What the rules say of the texts that differ. */
  private isUsual({ bytes }: EventBytes): boolean {
    const { fit, texts } = this
    const time = texts.decode(bytes, fit.timeFrom, fit.timeTo)
    if (time !== this.time) {
      if (!isUsualTime(time, this.now)) return false
      this.time = time
      this.timeValue = Date.parse(time)
    }
    if (fit.lotFrom >= 0) {
      const lot = texts.decode(bytes, fit.lotFrom, fit.lotTo)
      if (lot !== this.lot && !isLotNumber(lot)) return false
      this.lot = lot
    }
    if (fit.dateFrom >= 0) {
      const date = texts.decode(bytes, fit.dateFrom, fit.dateTo)
      if (date !== this.date && !isRealDate(date)) return false
      this.date = date
    }
    return true
  }
}
