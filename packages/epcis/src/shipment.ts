import { larger } from './columns.ts'
import { eventPath } from './event.ts'
import type { EventCheck } from './event-check.ts'
import type { Findings, Place } from './finding.ts'
import { child } from './tree.ts'
import { COMMISSIONED, SHIPPED, type Units, WAS_CHILD, WAS_PARENT } from './units.ts'

const LATER_WIDTH = 6
const LATER_URIS = 1000

/** Checks rules 32 to 36, which depend on earlier events. Events are processed in file order. */
export class Shipment {
  /** Whether a shipping event has stated both source and destination. */
  partiesAreKnown = false
  private readonly units: Units
  private readonly findings: Findings
  /**
   * Shipped units that no event has listed directly so far, only as contents of other units. Six numbers for each: the unit, the event's position
   * among all events, its position among events of the same name, the EPC's line and column, and 1 if the event is an object event.
   */
  private later = new Int32Array(64 * LATER_WIDTH)
  private laterCount = 0
  /** URIs of the units in `later`, as written in the document; only the first few are kept. */
  private readonly laterUris: string[] = []
  /** For each unit: the position of its last commissioning event in `commissionings`. */
  private commissionedIn = new Int32Array(1024)
  /** Four numbers for each commissioning event: its position among all events, its position among events of the same name, its line, and its column. */
  private commissionings = new Int32Array(1024)
  private commissioningEvents = 0
  private shippingEvents = 0

  constructor(units: Units, findings: Findings) {
    this.units = units
    this.findings = findings
  }

  /** Applies an event to the states of its units, and reports findings. @param parent the parent's unit for an aggregation event, otherwise -1. */
  add(check: EventCheck, ids: Int32Array, parent: number): void {
    const { kind, action, bizStep } = check.facts
    if (kind === 'aggregation') this.aggregate(check, ids, parent)
    else if (kind === 'object' && bizStep === 'commissioning' && action === 'ADD') {
      const { line, column } = check.parts.node
      this.commission(ids, check.facts.number, check.parts.index, line, column)
    } else if (bizStep === 'shipping') this.ship(check, ids)
    else if (bizStep === 'void_shipping') for (const id of ids) id >= 0 && this.units.unmark(id, SHIPPED)
    else if (action === 'ADD') this.addOther(check, ids)
  }

  /**
   * Records a commissioning event of the units `ids`. `number` is the event's position among all events, `index` its position among the events with
   * the same element name; `line` and `column` are its position in the document.
   */
  commission(ids: Int32Array, number: number, index: number, line: number, column: number): void {
    const event = this.commissioningEvents
    if ((event + 1) * 4 > this.commissionings.length) this.commissionings = larger(this.commissionings, this.commissionings.length * 2)
    this.commissionings.set([number, index, line, column], event * 4)
    this.commissioningEvents += 1
    if (this.commissionedIn.length < this.units.count) this.commissionedIn = larger(this.commissionedIn, this.units.count * 2)
    for (let i = 0; i < ids.length; i += 1) {
      const id = ids[i] ?? -1
      if (id < 0) continue
      this.units.mark(id, COMMISSIONED)
      this.commissionedIn[id] = event
    }
  }

  /** Finds the place in the document of the event that last commissioned a unit. */
  private commissioningPlace(id: number): Place {
    const [number = 0, index = 0, line = 0, column = 0] = this.commissionings.subarray((this.commissionedIn[id] ?? 0) * 4)
    return { path: eventPath('ObjectEvent', index), line, column, event: number }
  }

  private aggregate(check: EventCheck, ids: Int32Array, parent: number): void {
    const { units } = this
    const { action, parentId } = check.facts
    if (parent >= 0 && (action === 'ADD' || action === 'DELETE')) {
      if (!units.has(parent, COMMISSIONED | WAS_PARENT)) {
        check.report(
          'UnknownParentEpcError',
          'parentID',
          {
            message: 'A container was not commissioned earlier in the document.',
            hint: 'The sender should commission each container before anything is packed into it.',
            value: parentId,
            severity: units.isSgtin(parent) ? 'reject' : 'warn',
          },
          child(check.parts.node, 'parentID'),
        )
      }
      units.mark(parent, WAS_PARENT)
    }
    if (action === 'DELETE' && ids.length === 0 && parent >= 0) units.unpackAll(parent)
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      if (id < 0) continue
      if (action === 'DELETE') units.unpack(id, parent)
      if (action !== 'ADD') continue
      if (!units.has(id, COMMISSIONED)) this.unknownChild(check, index, id)
      units.mark(id, WAS_CHILD)
      if (parent >= 0) units.pack(id, parent)
    }
  }

  /**
   * Shortcut for a packing event without problems: records which units are packed in `parent`. If a unit is in a state that requires a finding,
   * records nothing and returns false, so that the caller checks the event in full.
   */
  passPacking(ids: Int32Array, parent: number): boolean {
    const { units } = this
    if (!units.has(parent, COMMISSIONED | WAS_PARENT)) return false
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      if (!units.has(id, COMMISSIONED) && (units.isSgtin(id) || !units.has(id, WAS_PARENT))) return false
    }
    units.mark(parent, WAS_PARENT)
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      units.mark(id, WAS_CHILD)
      units.pack(id, parent)
    }
    return true
  }

  /**
   * Reports a unit that was packed but not commissioned. For an SSCC this is only a warning, because many senders don't commission SSCCs, and there
   * is no warning if something was packed into it earlier.
   */
  private unknownChild(check: EventCheck, index: number, id: number): void {
    const isSgtin = this.units.isSgtin(id)
    if (!isSgtin && this.units.has(id, WAS_PARENT)) return
    check.reportEpc('UnknownAddEpcError', index, {
      message: 'The document packs a serial number that it did not commission earlier.',
      hint: 'The sender must add its commissioning event, with lot and expiration date.',
      value: check.epc(index),
      severity: isSgtin ? 'reject' : 'warn',
    })
  }

  private addOther(check: EventCheck, ids: Int32Array): void {
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      if (id < 0 || this.units.has(id, COMMISSIONED | WAS_PARENT | WAS_CHILD)) continue
      check.reportEpc('UnknownAddEpcError', index, {
        message: 'The document uses a serial number that it did not commission earlier.',
        hint: 'The sender must add its commissioning event, with lot and expiration date.',
        value: check.epc(index),
      })
    }
  }

  private ship(check: EventCheck, ids: Int32Array): void {
    const { units } = this
    this.shippingEvents += 1
    if (check.facts.sources.length > 0 && check.facts.destinations.length > 0) this.partiesAreKnown = true
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] ?? -1
      if (id < 0) continue
      if (!units.has(id, COMMISSIONED | WAS_PARENT | WAS_CHILD | SHIPPED)) {
        check.reportEpc('UnknownShippingEpcError', index, {
          message: 'A shipped serial number does not appear earlier in the document.',
          hint: 'The sender must add the event that commissions it or, for a container, the event that packs it.',
          value: check.epc(index),
        })
      } else if (!units.has(id, COMMISSIONED | WAS_PARENT) && units.has(id, WAS_CHILD)) this.askLater(check, index, id)
      units.mark(id, SHIPPED)
    }
  }

  private askLater(check: EventCheck, index: number, id: number): void {
    const at = this.laterCount * LATER_WIDTH
    if (at + LATER_WIDTH > this.later.length) this.later = larger(this.later, this.later.length * 2)
    const isObject = check.facts.kind === 'object' ? 1 : 0
    this.later.set([id, check.facts.number, check.parts.index, check.epcLine(index), check.epcColumn(index), isObject], at)
    this.laterCount += 1
    if (this.laterUris.length < LATER_URIS) this.laterUris.push(check.epc(index))
  }

  /** Checks rules 34 and 36, which need all events; call it at the end of the document. */
  end(): void {
    for (let entry = 0; entry < this.laterCount; entry += 1) {
      const at = entry * LATER_WIDTH
      const [id = 0, event = 0, index = 0, line = 0, column = 0, isObject] = this.later.subarray(at, at + LATER_WIDTH)
      if (this.units.has(id, COMMISSIONED | WAS_PARENT)) continue
      const path = eventPath(isObject === 1 ? 'ObjectEvent' : 'TransactionEvent', index)
      this.findings.report(
        'ShippedEpcAreParentOrDefinedError',
        { path, line, column, event },
        {
          message: 'A shipped serial number is known only as the contents of a container: it is neither commissioned nor a container.',
          hint: 'The sender must add its commissioning event, with lot and expiration date.',
          value: this.laterUris[entry] ?? this.units.serial(id),
        },
      )
    }
    if (this.shippingEvents > 0) this.checkAllShipped()
  }

  private checkAllShipped(): void {
    const { units } = this
    const reached = reachedUnits(units)
    let hasContent: Uint8Array | null = null
    const serials: string[] = []
    let meds = 0
    let containers = 0
    let first = -1
    for (let id = 0; id < units.count; id += 1) {
      if (reached[id] === 1 || !units.has(id, COMMISSIONED) || !units.isSgtin(id)) continue
      if (first < 0) first = id
      hasContent ??= contained(units)
      if (hasContent[id] === 1) containers += 1
      else meds += 1
      if (serials.length < 5) serials.push(units.serial(id))
    }
    if (first < 0) return
    const place = this.commissioningPlace(first)
    const what = [
      meds > 0 ? `${meds} ${meds === 1 ? 'package' : 'packages'}` : '',
      containers > 0 ? `${containers} ${containers === 1 ? 'container' : 'containers'}` : '',
    ]
    this.findings.report('AllMedsNotShippedError', place, {
      message: `${what.filter((part) => part !== '').join(' and ')} in the document ${meds + containers === 1 ? 'is' : 'are'} in no shipment.`,
      hint: 'Count what arrived; ask the sender whether these were left out of the shipment or of the document.',
      value: serials.join(', ') + (meds + containers > serials.length ? ', …' : ''),
    })
  }
}

/** For each unit, 1 if the unit or a container around it is shipped. Units in a cycle count as not shipped. */
function reachedUnits(units: Units): Uint8Array {
  const known = new Uint8Array(units.count)
  const [yes, no, walking] = [1, 2, 3]
  for (let start = 0; start < units.count; start += 1) {
    const parent = units.findParent(start)
    const around = parent < 0 ? 0 : (known[parent] ?? 0)
    // Fast path: the result of the container is usually known already, and a unit inside it has the same result.
    if (around !== 0 && known[start] === 0 && !units.has(start, SHIPPED)) {
      known[start] = around
      continue
    }
    let at = start
    while (at >= 0 && known[at] === 0 && !units.has(at, SHIPPED)) {
      known[at] = walking
      at = units.findParent(at)
    }
    const result = at >= 0 && (known[at] === yes || units.has(at, SHIPPED)) ? yes : no
    if (at >= 0 && units.has(at, SHIPPED)) known[at] = yes
    for (let back = start; back >= 0 && known[back] === walking; back = units.findParent(back)) known[back] = result
  }
  return known
}

/** One byte for each unit, by its id: 1 if the unit currently contains something, otherwise 0. */
export function contained(units: Units): Uint8Array {
  const found = new Uint8Array(units.count)
  for (let id = 0; id < units.count; id += 1) {
    const parent = units.findParent(id)
    if (parent >= 0) found[parent] = 1
  }
  return found
}
