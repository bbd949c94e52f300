import type { ByteStore } from './columns.ts'
import { readUsualTime } from './common-rules.ts'
import { isRealDate } from './date-time.ts'
import { EventTemplate, Fit, GAP, type RepeatedEvent } from './event-template.ts'
import { makeJsonTemplate } from './json-template.ts'
import { isLotNumber } from './object-event.ts'
import { decodeText, REPORT, TAKEN, type TakeAnswer, WAIT } from './reader.ts'
import { Texts } from './texts.ts'

/**
 * Maximum number of templates. A sender rarely needs more: it writes one event to commission and one to pack each kind of unit, and it has only a few
 * kinds.
 */
const MOST_TEMPLATES = 16
const MOST_DATES = 1000
const LONGEST_EVENT = 1 << 18
/**
 * The first `LEARNED_FREELY` events always become templates. A later event becomes one only if the existing templates have each matched `MET_AGAIN`
 * events on average.
 */
const LEARNED_FREELY = 32
const MET_AGAIN = 4

/**
 * Recognizes events that repeat earlier ones. The templates are earlier events of one list that had no findings. An event matches a template if the
 * two differ only in time, units, lot and date.
 */
export class EventTemplates {
  private readonly list: EventTemplate[] = []
  private readonly now: Date | undefined
  private readonly texts = new Texts()
  /** Dates already found valid. */
  private readonly dates = new Set<string>()
  private learned = 0
  private met = 0
  /** The last match: `found` is the earlier event that was repeated; the fields below contain the positions and values of the differences. */
  private found: RepeatedEvent | null = null
  readonly fit = new Fit()
  time = ''
  /** Time of the event that last matched a template, in milliseconds since 1970. */
  happened = Number.NaN
  lot: string | null = null
  date: string | null = null

  /** @param now events later than this time never match a template, so that the rules check them. */
  constructor(now: Date | undefined) {
    this.now = now
  }

  /** Removes all templates. They are valid only for one list of events, because namespace prefixes may have other meanings in the next list. */
  clear(): void {
    this.list.length = 0
  }

  get model(): RepeatedEvent {
    if (this.found === null) throw new Error('none was found')
    return this.found
  }

  learn(model: RepeatedEvent, { bytes }: ByteStore, from: number, to: number): void {
    if (to - from > LONGEST_EVENT || (this.learned >= LEARNED_FREELY && this.met < this.learned * MET_AGAIN)) return
    this.learned += 1
    const text = decodeText(bytes, from, to)
    const template = text.startsWith('{') ? makeJsonTemplate(text, model) : EventTemplate.make(text, model)
    if (template === null) return
    this.list.unshift(template)
    if (this.list.length > MOST_TEMPLATES) this.list.pop()
  }

  /** Whether the event that begins at `at` matches a known template (`TAKEN`) or not (`REPORT`); {@link WAIT} if more bytes are needed to tell. */
  find(source: ByteStore, at: number, end: number): TakeAnswer {
    const { list, fit } = this
    let answer: typeof REPORT | typeof WAIT = REPORT
    for (let index = 0; index < list.length; index += 1) {
      const template = list[index]
      const found = template?.fit(source, at, end, fit)
      if (found === WAIT) answer = WAIT
      if (template === undefined || found !== TAKEN || !this.isUsual(source)) continue
      this.met += 1
      this.found = template.model
      if (index > 0) list.unshift(...list.splice(index, 1))
      return TAKEN
    }
    return answer
  }

  /** Whether the values that the event has in its template's gaps (time, lot and date) satisfy the rules. */
  private isUsual(source: ByteStore): boolean {
    const time = this.text(source, GAP.time) ?? ''
    if (time !== this.time) {
      const happened = readUsualTime(time, this.now)
      if (happened === null) return false
      this.time = time
      this.happened = happened
    }
    const lot = this.text(source, GAP.lot)
    if (lot !== null && lot !== this.lot && !isLotNumber(lot)) return false
    const date = this.text(source, GAP.date)
    if (date !== null && !this.dates.has(date)) {
      if (!isRealDate(date)) return false
      if (this.dates.size < MOST_DATES) this.dates.add(date)
    }
    this.lot = lot
    this.date = date
    return true
  }

  private text({ bytes }: ByteStore, gap: number): string | null {
    const { from, to } = this.fit
    const at = from[gap] ?? -1
    return at < 0 ? null : this.texts.decode(bytes, at, to[gap] ?? 0)
  }
}
