import { createHash } from 'node:crypto'
import { formatCount } from '@seriatim/schema'
import { pickGln, pickGtin } from '../document/file-units.service.ts'
import { type AskedUnit, describeLines, type LetterFacts } from './letter.ts'

/** Makes a UUID from its input, always the same one for the same input (RFC 9562, version 8). */
function makeUuid(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-')
}

/** Maximum number of packages in a report. Packages beyond this number are listed only in the CSV file of serial numbers. */
export const REPORTED = 2000

/**
 * The machine-readable ExceptionReport of the Partnership for DSCSA Governance (dscsagovernance/ExceptionsSchemas, report_schema.json). Facts without
 * a matching field go to `other_errors`.
 */
export function makeReport(asking: LetterFacts): Record<string, unknown> {
  const { customerId, ticketId, wish, poNumber, sender, now, reportKind } = asking
  const items = collectItems(asking)
  return {
    message_uuid: makeUuid('message', customerId, ticketId, now.getTime(), wish),
    exception_case_uuid: makeUuid('case', customerId, ticketId),
    timestamp: Math.floor(now.getTime() / 1000),
    po_number: poNumber ?? '',
    sender_information: { vp: null, gln: sender.gln, email: sender.emailAddress, phone: null },
    exceptions: reportKind && items ? { [reportKind]: items } : {},
    other_errors: listOthers(asking),
    case_resolved: false,
  }
}

function listOthers(asking: LetterFacts): string[] {
  const { groups, truncated, title, notes, units, hasMoreUnits } = asking
  const unnamed = units.slice(0, REPORTED).filter(({ gtin }) => !gtin)
  return [
    ...groups.map((group) => `${group.type}: ${group.message}${describeLines(group)}`),
    ...Object.entries(truncated).flatMap(([type, more]) =>
      more > 0 ? [`${type}: ${formatCount(more)} more of this type were counted but not listed.`] : [],
    ),
    ...(groups.length ? [] : [title, ...(notes ? [notes] : [])]),
    ...unnamed.map(({ serialNumber, sscc }) => (sscc ? `Logistic unit ${sscc}` : `Serial number ${serialNumber}, unknown product`)),
    ...listBatches(asking),
    ...(units.length > REPORTED ? [`${formatCount(units.length - REPORTED)} more packages are in the list of serial numbers.`] : []),
    ...(hasMoreUnits ? ['There are more packages than the list of serial numbers can hold.'] : []),
  ]
}

/**
 * Lists each lot and expiration date as text, with the serial numbers of its packages. Returns nothing for `data_misalignment`, the only kind of
 * report with fields for these values.
 */
function listBatches({ units, reportKind }: LetterFacts): string[] {
  if (reportKind === 'data_misalignment') return []
  const known = units.slice(0, REPORTED).filter(({ gtin, lotNumber, expirationDate }) => gtin && (lotNumber || expirationDate))
  const words = ({ gtin, lotNumber, expirationDate }: AskedUnit) =>
    [`GTIN ${gtin}`, lotNumber && `lot ${lotNumber}`, expirationDate && `expires ${expirationDate}`].filter(Boolean).join(', ')
  return [...Map.groupBy(known, words)].map(
    ([batch, of]) => `${batch}: ${of.map(({ serialNumber }) => serialNumber ?? 'serial number not known').join(', ')}`,
  )
}

type Named = AskedUnit & { gtin: string }

function collectItems(asking: LetterFacts): unknown {
  const { customerId, ticketId, units, wish, reportKind, identifier } = asking
  const named = units.slice(0, REPORTED).flatMap((unit): Named[] => (unit.gtin ? [{ ...unit, gtin: unit.gtin }] : []))
  const each = <Item>(list: readonly Item[], item: (one: Item) => object) =>
    list.map((one, at) => ({ exception_item_uuid: makeUuid('item', customerId, ticketId, at), ...item(one), resolution_request: wish }))
  switch (reportKind) {
    case 'missing_product_data':
      return each(named, (unit) => ({
        product_gtin: unit.gtin,
        product_serial: unit.serialNumber,
        observation_source: asking.counterKind === null ? 'Other' : 'Scan',
      }))
    case 'missing_product':
      return each(named, (unit) => ({ file_id: identifier ?? '', product_gtin: unit.gtin, product_serial: unit.serialNumber ?? '' }))
    case 'overages':
    case 'underages':
      return each(listQuantities(asking, reportKind), (quantity) => quantity)
    case 'data_misalignment':
      return each(named, (unit) => describeMisalignment(asking, unit))
    case 'master_data_errors':
      return describeMasterData(asking, named)
    default:
      return undefined
  }
}

/**
 * Quantities per GTIN: the quantity in the order's file, which is what the partner claims to have sent, and the quantity that arrived. An overage
 * adds the packages scanned beyond the file, and a shortage subtracts those not received. For a ticket about a file, only the quantity received so
 * far is known.
 */
function listQuantities({ units, amounts, counterKind, hasMoreUnits }: LetterFacts, kind: 'overages' | 'underages') {
  const byGtin = Map.groupBy(units, ({ gtin }) => gtin ?? '')
  return [...byGtin].flatMap(([gtin, of]) => {
    if (gtin === '') return []
    const { listed = 0, received = 0 } = amounts.get(gtin) ?? {}
    if (counterKind === null) return [{ gtin, quantity_ordered: listed, quantity_received: received }]
    if (kind === 'overages') {
      const unrecorded = of.filter(({ recorded }) => !recorded).length
      return [{ gtin, quantity_ordered: listed, quantity_received: listed + (unrecorded || of.length) }]
    }
    const ordered = Math.max(listed, of.length)
    return [{ gtin, quantity_ordered: ordered, quantity_received: hasMoreUnits ? received : ordered - of.length }]
  })
}

/**
 * Describes a package in hand (`received_product_…`) and the data about it in the file (`product_data_…`). A lot or expiry that one of the two lacks
 * stays empty; it is never copied from the other.
 */
function describeMisalignment({ counterKind }: LetterFacts, unit: Named) {
  const { gtin, serialNumber, lotNumber, expirationDate, recorded } = unit
  const isSeen = counterKind !== null || recorded?.isReceived === true
  const data = counterKind === null ? unit : recorded
  return {
    received_product_gtin: isSeen ? gtin : '',
    received_product_lot: (counterKind === null ? recorded?.labelLot : lotNumber) ?? '',
    received_product_expiry: (counterKind === null ? recorded?.labelExpiry : expirationDate) ?? '',
    received_product_serial: isSeen ? serialNumber : null,
    product_data_gtin: data?.gtin ?? '',
    product_data_lot: data?.lotNumber ?? '',
    product_data_expiry: data?.expirationDate ?? '',
    product_data_serial: data ? serialNumber : null,
  }
}

/**
 * Reports each GLN and GTIN in the findings as an identifier with wrong master data. If the findings contain none, reports the GTINs of the ticket's
 * packages.
 */
function describeMasterData({ customerId, ticketId, wish, groups }: LetterFacts, named: readonly Named[]) {
  const entries = groups.flatMap((group) => group.entries)
  const glns = [...new Set(entries.flatMap((id) => pickGln(id) ?? []))]
  const found = [...new Set(entries.flatMap((id) => pickGtin(id) ?? []))]
  const gtins = found.length || glns.length ? found : [...new Set(named.map(({ gtin }) => gtin))]
  const each = (field: 'gln' | 'gtin', list: readonly string[]) =>
    list.map((value) => ({
      exception_item_uuid: makeUuid('item', customerId, ticketId, value),
      [`invalid_${field}`]: value,
      [`proposed_${field}`]: null,
      resolution_request: wish,
    }))
  return { gln_errors: glns.length ? each('gln', glns) : null, gtin_errors: gtins.length ? each('gtin', gtins) : null }
}
