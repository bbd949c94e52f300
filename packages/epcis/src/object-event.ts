import { firstOutsideSet82 } from '@seriatim/gs1'
import type { CommonResult } from './common-rules.ts'
import { isRealDate } from './date-time.ts'
import { cbvMasterData } from './document-parts.ts'
import type { EventCheck } from './event-check.ts'
import { readPartyId } from './locations.ts'
import { child, type Node } from './tree.ts'
import type { Units } from './units.ts'
import { bizTransactionTypes } from './vocabularies.ts'

const allowed: ReadonlySet<string> = new Set([
  'ADD commissioning',
  'OBSERVE shipping',
  'OBSERVE void_shipping',
  'OBSERVE receiving',
  'DELETE decommissioning',
  'DELETE destroying',
])

/** Rules 12, 21 to 24 and 28. */
export function checkObjectEvent(check: EventCheck, common: CommonResult, ids: Int32Array, units: Units): void {
  const { action, bizStep } = check.facts
  if (common.actionIsValid && common.bizStepIsValid && !allowed.has(`${action} ${bizStep}`)) {
    check.report('ObjectEventOneOfError', '', {
      message: `An object event with action ${action} and business step ${bizStep} is not part of DSCSA messages.`,
      hint: 'The sender must use a pair of the guideline: commissioning with ADD, shipping with OBSERVE, decommissioning with DELETE.',
      value: `${action} ${bizStep}`,
    })
  }
  if (check.parts.extensions.length > 1) {
    const message = 'The event has two extension elements.'
    const hint = 'The sender must put everything into one extension.'
    check.report('EventListExtensionError', 'extension', { message, hint }, check.parts.extensions[1] ?? null)
  }
  if (bizStep === 'commissioning' && action === 'ADD') checkCommissioning(check, ids, units)
  if (bizStep === 'shipping') checkShipping(check)
}

/** A serial number that cannot be read is rule 19's alone. */
function checkCommissioning(check: EventCheck, ids: Int32Array, units: Units): void {
  if (!ids.some((id) => id < 0 || units.isSgtin(id))) return
  const { extensions, ilmd } = check.parts
  if (ilmd === null) {
    const message = 'The commissioning event does not give lot and expiration date (its extension with ilmd is missing).'
    const hint = 'The sender must add lot and expiration date of these serial numbers.'
    check.report('EventListExtensionError', 'extension', { message, hint }, extensions[0] ?? null)
    return
  }
  checkIlmdNamespace(check, ilmd)
  const { lotNumber, expirationDate } = check.facts
  const hint = 'The sender must correct lot or expiration date and send the document again.'
  if (lotNumber === null || lotNumber.length > 20 || firstOutsideSet82(lotNumber) >= 0) {
    const message =
      lotNumber === null
        ? 'The lot number is missing.'
        : 'The lot number is longer than 20 characters or has a character that is not allowed.'
    check.report('EventMedsError', 'extension/ilmd/lotNumber', { message, hint, value: lotNumber }, child(ilmd, 'lotNumber') ?? ilmd)
  }
  if (expirationDate === null || !isRealDate(expirationDate)) {
    const message =
      expirationDate === null ? 'The expiration date is missing.' : 'The expiration date is not a date that exists, written YYYY-MM-DD.'
    const node = child(ilmd, 'itemExpirationDate') ?? ilmd
    check.report('EventMedsError', 'extension/ilmd/itemExpirationDate', { message, hint, value: expirationDate }, node)
  }
}

function checkShipping(check: EventCheck): void {
  checkBizTransactions(check)
  const { extensions } = check.parts
  const { sources, destinations } = check.facts
  if (extensions.length === 0 && sources.length === 0 && destinations.length === 0) {
    const message = 'The shipping event has no extension, so it does not say from whom to whom the goods go.'
    const hint = 'The sender must add the extension with source and destination lists.'
    check.report('EventListExtensionError', 'extension', { message, hint })
    return
  }
  checkEnd(check, 'source')
  checkEnd(check, 'destination')
}

/** Rule 21, also for shipping by transaction event. */
export function checkBizTransactions(check: EventCheck): void {
  const entries = check.facts.bizTransactions
  const list = child(check.parts.node, 'bizTransactionList')
  const hint = 'The sender must name the purchase order of the shipment (type po).'
  const type = 'EventListBizTransactionListError'
  if (entries.length === 0) {
    check.report(type, 'bizTransactionList', { message: 'The shipping event names no business document.', hint }, list)
    return
  }
  if (!entries.some((entry) => entry.type === 'po')) {
    check.report(type, 'bizTransactionList', { message: 'The shipping event names no purchase order.', hint }, list)
  }
  for (const [index, entry] of entries.entries()) {
    const path = `bizTransactionList/bizTransaction[${index + 1}]`
    const node = list?.children[index] ?? list
    if (entry.value === '')
      check.report(type, path, { message: 'A business document has no number.', hint: 'The sender must add its number.' }, node)
    if (!bizTransactionTypes.has(entry.type)) {
      const message = 'The type of a business document is not one of the standard.'
      check.report(type, path, { message, hint: 'The sender should use po, inv or desadv.', value: entry.type, severity: 'warn' }, node)
    } else if (entry.value !== '' && !/^urn:|^https?:/.test(entry.value)) {
      const message = 'The number of a business document is not written as a URN with the GLN of its issuer.'
      const value = entry.value
      check.report(type, path, { message, hint: 'The sender should write urn:epcglobal:cbv:bt:GLN:NUMBER.', value, severity: 'warn' }, node)
    }
  }
}

function checkIlmdNamespace(check: EventCheck, ilmd: Node): void {
  const older = ilmd.children.find((entry) => entry.uri !== cbvMasterData)
  if (older === undefined) return
  const message = 'Lot number and expiration date are written in an outdated namespace.'
  const hint = 'The sender should use the namespace urn:epcglobal:cbv:mda; the document can be used.'
  check.report('EventMedsError', `extension/ilmd/${older.local}`, { message, hint, value: older.uri, severity: 'warn' }, older)
}

/** Rules 23 and 24. */
function checkEnd(check: EventCheck, end: 'source' | 'destination'): void {
  const type = end === 'source' ? 'EventListSourceListError' : 'EventListDestinationError'
  const entries = end === 'source' ? check.facts.sources : check.facts.destinations
  const listName = `${end}List`
  const list = check.parts.extensions.map((extension) => child(extension, listName)).find((found) => found !== null) ?? null
  const path = `extension/${listName}`
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
  for (const [index, entry] of entries.entries()) {
    if (readPartyId(entry.value) !== null) continue
    const message = `A ${end} of the shipment is not a valid SGLN.`
    check.report(type, `${path}/${end}[${index + 1}]`, { message, hint, value: entry.value }, list?.children[index] ?? list)
  }
}
