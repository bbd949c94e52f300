import { epcErrorWords } from '@seriatim/gs1'
import type { EventCheck } from './event-check.ts'
import { isWebAddress } from './locations.ts'
import type { Units } from './units.ts'

const hint = 'The sender must correct the serial numbers and send the document again.'

/**
 * Rule 19: the list of EPCs of an event.
 *
 * @param seen one number for each unit: the last event that listed it; made longer here when needed.
 * @returns the unit of each entry, -1 for entries that name none.
 */
export function checkEpcs(check: EventCheck, units: Units, seen: SeenIn): Int32Array {
  const { kind, action, epcs, number, quantities } = check.facts
  const { list } = check.parts
  const missing = kind === 'aggregation' ? list !== null && action === 'ADD' : quantities === 0 || list !== null
  if (epcs.length === 0 && missing) {
    const name = kind === 'aggregation' ? 'childEPCs' : 'epcList'
    check.report('EventListEpcListError', name, { message: 'The event lists no serial number.', hint }, list)
  }
  const ids = new Int32Array(epcs.length)
  let webAddress = -1
  for (const [index, uri] of epcs.entries()) {
    const id = units.intern(uri)
    ids[index] = id
    if (id < 0) {
      const words = units.problem === 'other_key' ? 'is neither an SGTIN nor an SSCC' : epcErrorWords[units.problem]
      const message = uri === '' ? 'A serial number is empty.' : `A serial number ${words}.`
      check.reportEpc('EventListEpcListError', index, { message, hint, value: uri === '' ? null : uri })
    } else if (seen.isRepeated(id, number)) {
      check.reportEpc('EventListEpcListError', index, { message: 'The same serial number stands twice in one list.', hint, value: uri })
    } else if (webAddress < 0 && !check.is20 && isWebAddress(uri)) webAddress = index
  }
  if (webAddress >= 0) {
    const message = 'Serial numbers are written as web addresses, which EPCIS 1.x does not have.'
    check.reportEpc('EventListEpcListError', webAddress, { message, hint, value: epcs[webAddress] ?? null, severity: 'warn' })
  }
  return ids
}

/** Which event listed a unit last. */
export class SeenIn {
  private events = new Int32Array(1024)

  isRepeated(id: number, event: number): boolean {
    if (id >= this.events.length) {
      const longer = new Int32Array(Math.max(id + 1, this.events.length * 2))
      longer.set(this.events)
      this.events = longer
    }
    if (this.events[id] === event) return true
    this.events[id] = event
    return false
  }
}
