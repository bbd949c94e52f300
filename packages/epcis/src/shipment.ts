import type { EventCheck } from './event-check.ts'
import type { Findings, Place } from './finding.ts'
import { child } from './tree.ts'
import { commissioned, shipped, type Units, wasChild, wasParent } from './units.ts'

/**
 * Rules 32 to 36, which need what came before. The order of the events in the file is the order of processing.
 */
export class Shipment {
  /** Whether a shipping event named source and destination. */
  partiesAreKnown = false
  private readonly units: Units
  private readonly findings: Findings
  private readonly shippedLater: { readonly id: number; readonly place: Place; readonly uri: string }[] = []
  private readonly commissioningPlaces: Place[] = []
  private commissionedIn = new Int32Array(1024)
  private shippingEvents = 0

  constructor(units: Units, findings: Findings) {
    this.units = units
    this.findings = findings
  }

  /** @param parent of an aggregation event, else -1. */
  add(check: EventCheck, ids: Int32Array, parent: number): void {
    const { kind, action, bizStep } = check.facts
    if (kind === 'aggregation') this.aggregate(check, ids, parent)
    else if (kind === 'object' && bizStep === 'commissioning' && action === 'ADD') this.commission(check, ids)
    else if (bizStep === 'shipping') this.ship(check, ids)
    else if (bizStep === 'void_shipping') for (const id of ids) id >= 0 && this.units.unmark(id, shipped)
    else if (action === 'ADD') this.addOther(check, ids)
  }

  private commission(check: EventCheck, ids: Int32Array): void {
    const index = this.commissioningPlaces.length
    const { line, column } = check.parts.node
    this.commissioningPlaces.push({ path: check.parts.path, line, column, event: check.facts.number })
    if (this.commissionedIn.length < this.units.count) {
      const longer = new Int32Array(this.units.count * 2)
      longer.set(this.commissionedIn)
      this.commissionedIn = longer
    }
    for (const id of ids) {
      if (id < 0) continue
      this.units.mark(id, commissioned)
      this.commissionedIn[id] = index
    }
  }

  private aggregate(check: EventCheck, ids: Int32Array, parent: number): void {
    const { units } = this
    const { action, parentId, epcs } = check.facts
    if (parent >= 0 && (action === 'ADD' || action === 'DELETE')) {
      if (!units.has(parent, commissioned | wasParent)) {
        check.report(
          'UnknownParentEpcError',
          'parentID',
          {
            message: 'A container was not commissioned earlier in the document.',
            hint: 'The sender should commission each container before it is packed.',
            value: parentId,
            severity: units.isSgtin(parent) ? 'reject' : 'warn',
          },
          child(check.parts.node, 'parentID'),
        )
      }
      units.mark(parent, wasParent)
    }
    if (action === 'DELETE' && ids.length === 0 && parent >= 0) units.unpackAll(parent)
    for (const [index, id] of ids.entries()) {
      if (id < 0) continue
      if (action === 'DELETE') units.unpack(id, parent)
      if (action !== 'ADD') continue
      if (!units.has(id, commissioned)) this.unknownChild(check, index, id, epcs[index] ?? '')
      units.mark(id, wasChild)
      if (parent >= 0) units.pack(id, parent)
    }
  }

  /** Many senders do not commission SSCCs: those are a warning, and none when they were packed before. */
  private unknownChild(check: EventCheck, index: number, id: number, uri: string): void {
    const isSgtin = this.units.isSgtin(id)
    if (!isSgtin && this.units.has(id, wasParent)) return
    check.reportEpc('UnknownAddEpcError', index, {
      message: 'A serial number is packed that was not commissioned earlier in the document.',
      hint: 'The sender must add its commissioning event, with lot and expiration date.',
      value: uri,
      severity: isSgtin ? 'reject' : 'warn',
    })
  }

  private addOther(check: EventCheck, ids: Int32Array): void {
    for (const [index, id] of ids.entries()) {
      if (id < 0 || this.units.has(id, commissioned | wasParent | wasChild)) continue
      check.reportEpc('UnknownAddEpcError', index, {
        message: 'A serial number is used that was not commissioned earlier in the document.',
        hint: 'The sender must add its commissioning event, with lot and expiration date.',
        value: check.facts.epcs[index] ?? null,
      })
    }
  }

  private ship(check: EventCheck, ids: Int32Array): void {
    const { units } = this
    this.shippingEvents += 1
    if (check.facts.sources.length > 0 && check.facts.destinations.length > 0) this.partiesAreKnown = true
    for (const [index, id] of ids.entries()) {
      if (id < 0) continue
      const uri = check.facts.epcs[index] ?? ''
      if (!units.has(id, commissioned | wasParent | wasChild | shipped)) {
        check.reportEpc('UnknownShippingEpcError', index, {
          message: 'A serial number is shipped that occurs nowhere earlier in the document.',
          hint: 'The sender must add what it holds, or its commissioning event.',
          value: uri,
        })
      } else if (!units.has(id, commissioned | wasParent) && units.has(id, wasChild)) {
        const place = {
          path: check.parts.path,
          line: check.parts.list?.epcLines[index] ?? check.facts.line,
          column: 1,
          event: check.facts.number,
        }
        this.shippedLater.push({ id, place, uri })
      }
      units.mark(id, shipped)
    }
  }

  /** Rules 34 and 36. */
  end(): void {
    for (const { id, place, uri } of this.shippedLater) {
      if (this.units.has(id, commissioned | wasParent)) continue
      this.findings.report('ShippedEpcAreParentOrDefinedError', place, {
        message: 'A serial number is shipped that is only known as the content of a container: it is neither commissioned nor a container.',
        hint: 'The sender must add its commissioning event, with lot and expiration date.',
        value: uri,
      })
    }
    if (this.shippingEvents > 0) this.checkAllShipped()
  }

  private checkAllShipped(): void {
    const { units } = this
    const reached = reachedUnits(units)
    const hasContent = contained(units)
    const serials: string[] = []
    let meds = 0
    let packages = 0
    let first = -1
    for (let id = 0; id < units.count; id += 1) {
      if (reached[id] === 1 || !units.has(id, commissioned) || !units.isSgtin(id)) continue
      if (first < 0) first = id
      if (hasContent[id] === 1) packages += 1
      else meds += 1
      if (serials.length < 5) serials.push(units.serial(id))
    }
    if (first < 0) return
    const place = this.commissioningPlaces[this.commissionedIn[first] ?? 0]
    if (place === undefined) return
    const what = [
      meds > 0 ? `${meds} ${meds === 1 ? 'med' : 'meds'}` : '',
      packages > 0 ? `${packages} ${packages === 1 ? 'package' : 'packages'}` : '',
    ]
    this.findings.report('AllMedsNotShippedError', place, {
      message: `${what.filter((part) => part !== '').join(' and ')} in the document ${meds + packages === 1 ? 'is' : 'are'} in no shipment.`,
      hint: 'Count what arrived; ask the sender whether these were left out of the shipment or of the document.',
      value: serials.join(', ') + (meds + packages > serials.length ? ', …' : ''),
    })
  }
}

/** For each unit 1 when it or a container around it is shipped. Cycles count as not shipped. */
export function reachedUnits(units: Units): Uint8Array {
  const known = new Uint8Array(units.count)
  const [yes, no, walking] = [1, 2, 3]
  for (let start = 0; start < units.count; start += 1) {
    let at = start
    while (at >= 0 && known[at] === 0 && !units.has(at, shipped)) {
      known[at] = walking
      at = units.parentOf(at)
    }
    const result = at >= 0 && (known[at] === yes || units.has(at, shipped)) ? yes : no
    if (at >= 0 && units.has(at, shipped)) known[at] = yes
    for (let back = start; back >= 0 && known[back] === walking; back = units.parentOf(back)) known[back] = result
  }
  return known
}

/** For each unit 1 when something is packed in it now. */
export function contained(units: Units): Uint8Array {
  const found = new Uint8Array(units.count)
  for (let id = 0; id < units.count; id += 1) {
    const parent = units.parentOf(id)
    if (parent >= 0) found[parent] = 1
  }
  return found
}
