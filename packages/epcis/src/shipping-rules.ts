import type { EventCheck } from './event-check.ts'
import { isWebAddress, readPartyId } from './locations.ts'
import { child } from './tree.ts'
import { BIZ_TRANSACTION_TYPES } from './vocabularies.ts'

/** Checks rules 21 to 24 for a shipping event. */
export function checkShipping(check: EventCheck): void {
  checkOrderNumbers(check)
  const { extensions } = check.parts
  const { sources, destinations } = check.facts
  if (!check.is20 && extensions.length === 0 && sources.length === 0 && destinations.length === 0) {
    const message = 'The shipping event has no extension, so it does not say who ships the goods to whom.'
    const hint = 'The sender must add the extension with source and destination lists.'
    check.report('EventListExtensionError', 'extension', { message, hint })
    return
  }
  checkEnd(check, 'source')
  checkEnd(check, 'destination')
}

/**
 * Checks rules 21 to 24 for a transaction event that records shipping. Such an event may omit the parties if an earlier shipping event has stated
 * them (`partiesAreKnown`).
 */
export function checkShippingByOrder(check: EventCheck, partiesAreKnown: boolean): void {
  checkOrderNumbers(check)
  const { sources, destinations } = check.facts
  if (sources.length > 0 || !partiesAreKnown) checkEnd(check, 'source')
  if (destinations.length > 0 || !partiesAreKnown) checkEnd(check, 'destination')
}

const LIST_TYPE = 'EventListBizTransactionListError'

/** Rule 21 for shipments: the event must contain a purchase order. */
function checkOrderNumbers(check: EventCheck): void {
  const entries = check.facts.bizTransactions
  const list = child(check.parts.node, 'bizTransactionList')
  const hint = 'The sender must name the purchase order of the shipment (type po).'
  if (entries.length === 0) {
    check.report(LIST_TYPE, 'bizTransactionList', { message: 'The shipping event names no business document.', hint }, list)
    return
  }
  if (!entries.some((entry) => entry.type === 'po')) {
    check.report(LIST_TYPE, 'bizTransactionList', { message: 'The shipping event names no purchase order.', hint }, list)
  }
}

/** Checks the business documents that an event refers to, against the part of rule 21 that applies to every event and not only to shipments. */
export function checkBizTransactions(check: EventCheck): void {
  const list = child(check.parts.node, 'bizTransactionList')
  const isShipping = check.facts.bizStep === 'shipping'
  for (const [index, entry] of check.facts.bizTransactions.entries()) {
    const path = `bizTransactionList/bizTransaction[${index + 1}]`
    const node = list?.children[index] ?? list
    const { value } = entry
    if (value === '') {
      const text = { message: 'A business document has no number.', hint: 'The sender must add the document’s number.' }
      check.report(LIST_TYPE, path, { ...text, severity: isShipping ? 'reject' : 'warn' }, node)
    }
    if (entry.type === '' && !isShipping) continue
    if (!BIZ_TRANSACTION_TYPES.has(entry.type)) {
      const message = 'The type of a business document is not defined by the standard.'
      const found = entry.type === '' ? null : entry.type
      check.report(LIST_TYPE, path, { message, hint: 'The sender should use po, inv or desadv.', value: found, severity: 'warn' }, node)
    } else if (value !== '' && !/^urn:|^https?:/.test(value)) {
      const message = 'The number of a business document is not written as a URN with the GLN of its issuer.'
      check.report(
        LIST_TYPE,
        path,
        { message, hint: 'The sender should write urn:epcglobal:cbv:bt:GLN:NUMBER.', value, severity: 'warn' },
        node,
      )
    }
  }
}

/** Checks one end of a shipment: rules 23 and 24. */
function checkEnd(check: EventCheck, end: 'source' | 'destination'): void {
  const type = end === 'source' ? 'EventListSourceListError' : 'EventListDestinationError'
  const entries = end === 'source' ? check.facts.sources : check.facts.destinations
  const list = end === 'source' ? check.parts.sourceList : check.parts.destinationList
  const path = check.extensionPath(`${end}List`)
  const hint = `The sender must give the owning party and the location of the ${end} as SGLNs.`
  if (entries.length === 0) {
    check.report(type, path, { message: `The shipping event has no ${end}.`, hint }, list ?? check.parts.extensions[0] ?? null)
    return
  }
  if (!entries.some((entry) => entry.type === 'owning_party')) {
    check.report(type, path, { message: `The ${end} of the shipment has no owning party.`, hint }, list)
  }
  if (!entries.some((entry) => entry.type === 'location')) {
    check.report(type, path, { message: `The ${end} of the shipment has no location.`, hint, severity: 'warn' }, list)
  }
  for (const [index, { value }] of entries.entries()) {
    const isReadable = readPartyId(value) !== null
    if (isReadable && (check.is20 || !isWebAddress(value))) continue
    const what = isReadable ? 'written as a web address, which EPCIS 1.x does not allow' : 'not a valid SGLN'
    const text = { message: `A ${end} of the shipment is ${what}.`, hint, value: value === '' ? null : value }
    check.report(type, `${path}/${end}[${index + 1}]`, { ...text, severity: isReadable ? 'warn' : 'reject' }, list?.children[index] ?? list)
  }
}
