import { epcErrorWords } from '@seriatim/gs1'
import { larger } from './columns.ts'
import type { EventCheck } from './event-check.ts'
import { isWebAddress } from './locations.ts'
import { LISTED, type Units } from './units.ts'

const HINT = 'The sender must correct the serial numbers and send the document again.'

/** First character of every URL. */
const SMALL_H = 0x68

/** Checks the EPCs that an event lists: whether there is any, whether each can be read, and whether one occurs twice (rule 19). */
export class EpcListRule {
  private readonly units: Units
  private ids = new Int32Array(64)

  constructor(units: Units) {
    this.units = units
  }

  /** @returns the id of each entry's unit, negative for an entry that is neither an SGTIN nor an SSCC. The array is valid until the next call. */
  check(check: EventCheck): Int32Array {
    const { kind, action, epcCount, quantities } = check.facts
    const { list } = check.parts
    const missing = kind === 'aggregation' ? list !== null && action === 'ADD' : quantities === 0 || list !== null
    if (epcCount === 0 && missing) {
      const name = kind === 'aggregation' ? 'childEPCs' : 'epcList'
      check.report('EventListEpcListError', name, { message: 'The event lists no serial number.', hint: HINT }, list)
    }
    if (epcCount > this.ids.length) this.ids = larger(this.ids, Math.max(epcCount, this.ids.length * 2))
    const ids = this.ids.subarray(0, epcCount)
    const { units } = this
    const texts = list?.epcs
    if (texts === null || texts === undefined) return ids
    let webAddress = -1
    for (let index = 0; index < epcCount; index += 1) {
      const id = units.internBytes(texts.store, texts.findStart(index), texts.findEnd(index))
      ids[index] = id
      if (id < 0) this.reportUnreadable(check, index, texts.text(index))
      else if (units.has(id, LISTED)) {
        const message = 'The same serial number occurs twice in one list.'
        check.reportEpc('EventListEpcListError', index, { message, hint: HINT, value: texts.text(index) })
      } else {
        units.mark(id, LISTED)
        if (webAddress < 0 && !check.is20 && texts.store.bytes[texts.findStart(index)] === SMALL_H && isWebAddress(texts.text(index)))
          webAddress = index
      }
    }
    if (webAddress >= 0) {
      const message = 'Serial numbers are written as web addresses, which EPCIS 1.x does not allow.'
      check.reportEpc('EventListEpcListError', webAddress, { message, hint: HINT, value: texts.text(webAddress), severity: 'warn' })
    }
    for (let index = 0; index < epcCount; index += 1) units.unmark(ids[index] ?? 0, LISTED)
    return ids
  }

  private reportUnreadable(check: EventCheck, index: number, uri: string): void {
    const { problem } = this.units
    const words = problem === 'other_key' ? 'is neither an SGTIN nor an SSCC' : epcErrorWords[problem]
    const message = uri === '' ? 'A serial number is empty.' : `A serial number ${words}.`
    check.reportEpc('EventListEpcListError', index, { message, hint: HINT, value: uri === '' ? null : uri })
  }
}
