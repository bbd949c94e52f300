import { createHash } from 'node:crypto'
import type { ExceptionUnit, PdgKind, Wish } from '@seriatim/schema'
import { csvOf } from '../../csv.ts'
import type { FindingGroup } from './exception.rules.ts'

export interface Asking {
  ticketNumber: number
  customerId: number
  ticketId: number
  wish: Wish
  /** Of the file that is wrong; null where nothing came in a file. */
  file: { identifier: string | null; cameAt: string; shippingNotices: readonly string[] } | null
  poNumber: string | null
  title: string
  reportKind: PdgKind | null
  notes: string | null
  groups: readonly FindingGroup[]
  units: readonly ExceptionUnit[]
  held: number
  contactName: string | null
  customerName: string
  sender: { name: string; emailAddress: string; gln: string | null }
  now: Date
}

const WANTED: Record<Wish, string> = {
  'Send new data': 'Please correct this and send the file again.',
  'Send product': 'Please send the product that is missing.',
  'Return product': 'We would like to return the product. Please tell us how.',
  'Send back product': 'Please send the product back to us.',
  'Credit account': 'Please credit our account.',
  'Debit account': 'We would like to keep the product. Please debit our account.',
}

/** Sentences of one mail; the rest is in the report that goes along. */
const TOLD = 12

const linesOf = ({ lines }: FindingGroup) => {
  const shown = lines.slice(0, 5).map((line) => line.toLocaleString('en-US'))
  if (!shown.length) return ''
  if (lines.length === 1) return ` (line ${shown[0]} of the file)`
  return lines.length > 5 ? ` (lines ${shown.join(', ')} and ${lines.length - 5} more)` : ` (lines ${shown.join(', ')})`
}

/** The mail in plain words: what came, what is wrong with it and where, what is wanted. */
export function letterOf(asking: Asking): { subject: string; text: string } {
  const { wish, title, units, held } = asking
  return {
    subject: `${aboutOf(asking)}: ${title.replace(/\.$/, '')}`.slice(0, 200),
    text: framed(asking, [openingOf(asking), '', ...wrongOf(asking, TOLD), '', closingOf(wish, held, units.length)]),
  }
}

/** Sentences of each ticket, where one mail is about several. */
const TOLD_EACH = 4

/** One mail about several tickets of a partner: each with what came and what is wrong, then what is wanted of all. */
export function letterOfMany(askings: readonly Asking[]): { subject: string; text: string } {
  const [first] = askings
  if (!first) return { subject: '', text: '' }
  const listed = askings.flatMap((asking, at) => [
    `${at + 1}. Ticket ${asking.ticketNumber}. ${openingOf(asking)}`,
    ...wrongOf(asking, TOLD_EACH).map((line) => `   ${line}`),
    '',
  ])
  const sum = (of: (asking: Asking) => number) => askings.reduce((total, asking) => total + of(asking), 0)
  const about = askings.map(aboutOf)
  const more = about.length > 3 ? ` and ${about.length - 3} more` : ''
  return {
    subject: `${askings.length} problems with what you sent: ${about.slice(0, 3).join(', ')}${more}`.slice(0, 200),
    text: framed(first, [
      `We need your help with ${askings.length} deliveries:`,
      '',
      ...listed,
      closingOf(
        first.wish,
        sum(({ held }) => held),
        sum(({ units }) => units.length),
      ),
    ]),
  }
}

const aboutOf = ({ poNumber, file, ticketNumber }: Asking) => (poNumber ? `PO ${poNumber}` : (file?.identifier ?? `ticket ${ticketNumber}`))

function framed({ contactName, sender, customerName }: Asking, lines: readonly string[]): string {
  return [contactName ? `Dear ${contactName},` : 'Hello,', '', ...lines, '', `${sender.name}, ${customerName}`].join('\n')
}

function openingOf({ file, poNumber }: Asking): string {
  if (!file) return `This is about ${poNumber ? `PO ${poNumber}` : 'your delivery'}.`
  const advices = file.shippingNotices.length ? ` (shipping notice ${file.shippingNotices.slice(0, 3).join(', ')})` : ''
  return `We received your file${file.identifier ? ` ${file.identifier}` : ''}${poNumber ? ` for PO ${poNumber}` : ''}${advices} on ${file.cameAt}.`
}

function wrongOf({ groups, title, notes, units }: Asking, most: number): string[] {
  if (groups.length === 0) return [`${title.replace(/\.$/, '')}.`, ...(notes ? [notes] : []), ...unitLines(units)]
  const more = groups.length - most
  return [
    ...groups.slice(0, most).map((group) => `- ${group.message.replace(/\.$/, '')}${linesOf(group)}`),
    ...(more > 0 ? [`- ${more === 1 ? '1 more finding is' : `${more} more findings are`} in the attached report.`] : []),
  ]
}

function closingOf(wish: Wish, held: number, units: number): string {
  return [
    WANTED[wish],
    ...(held > 0 ? [`We hold ${held === 1 ? '1 package' : `${held.toLocaleString('en-US')} packages`} until then.`] : []),
    ...(units > 0 ? ['The serial numbers are in the attached list.'] : []),
  ].join(' ')
}

/** Products with their lots; the first serial numbers stand in the mail itself. */
function unitLines(units: readonly ExceptionUnit[]): string[] {
  const products = Map.groupBy(units, ({ productName, gtin, lotNumber }) =>
    [productName ?? (gtin ? `GTIN ${gtin}` : 'Product not named'), lotNumber && `lot ${lotNumber}`].filter(Boolean).join(', '),
  )
  return [...products].slice(0, TOLD).map(([product, of]) => {
    const serials = of.slice(0, 3).map(({ serialNumber, sscc }) => serialNumber ?? sscc ?? 'without a serial number')
    return `- ${product}: ${serials.join(', ')}${of.length > 3 ? ` and ${(of.length - 3).toLocaleString('en-US')} more` : ''}`
  })
}

/** The serial numbers as a table; null where there are none. */
export function serialsOf(units: readonly ExceptionUnit[]): string | null {
  if (!units.length) return null
  const head = ['GTIN', 'Serial number', 'SSCC', 'Lot', 'Expires', 'Product']
  return csvOf([
    head,
    ...units.map((unit) => [unit.gtin, unit.serialNumber, unit.sscc, unit.lotNumber, unit.expirationDate, unit.productName]),
  ])
}

/** A UUID that is always the same for the same thing (RFC 9562, version 8). */
function uuidOf(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-')
}

/** At most this many items are named in a report; the list of serial numbers has them all. */
const REPORTED = 2000

/** What programs read: the report of the Partnership for DSCSA Governance (ExceptionReport). */
export function reportOf(asking: Asking): Record<string, unknown> {
  const { customerId, ticketId, wish, poNumber, sender, groups, now, title, reportKind } = asking
  const { items, others } = itemsOf(asking)
  return {
    message_uuid: uuidOf('message', customerId, ticketId, now.getTime(), wish),
    exception_case_uuid: uuidOf('case', customerId, ticketId),
    timestamp: Math.floor(now.getTime() / 1000),
    po_number: poNumber ?? '',
    sender_information: { vp: null, gln: sender.gln, email: sender.emailAddress, phone: null },
    exceptions: reportKind && items ? { [reportKind]: items } : {},
    other_errors: [
      ...others,
      ...groups.map((group) => `${group.type}: ${group.message}${linesOf(group)}`),
      ...(groups.length ? [] : [title]),
    ],
    case_resolved: false,
  }
}

function itemsOf({ customerId, ticketId, units, wish, reportKind, file }: Asking): { items: unknown; others: string[] } {
  const uuid = (n: number) => uuidOf('item', customerId, ticketId, n)
  const named = units.slice(0, REPORTED)
  const others = units.length > REPORTED ? [`${units.length - REPORTED} more packages are in the list of serial numbers.`] : []
  const withGtin = named.flatMap((unit) => (unit.gtin ? [{ ...unit, gtin: unit.gtin }] : []))
  const byGtin = [...Map.groupBy(withGtin, ({ gtin }) => gtin)]
  const each = <Item>(list: readonly Item[], item: (one: Item) => object) =>
    list.map((one, at) => ({ exception_item_uuid: uuid(at), ...item(one), resolution_request: wish }))
  switch (reportKind) {
    case 'missing_product_data':
      return {
        others,
        items: each(withGtin, (unit) => ({ product_gtin: unit.gtin, product_serial: unit.serialNumber, observation_source: 'Scan' })),
      }
    case 'missing_product':
      return {
        others,
        items: each(withGtin, (unit) => ({
          file_id: file?.identifier ?? '',
          product_gtin: unit.gtin,
          product_serial: unit.serialNumber ?? '',
        })),
      }
    case 'overages':
      return { others, items: each(byGtin, ([gtin, list]) => ({ gtin, quantity_ordered: 0, quantity_received: list.length })) }
    case 'underages':
      return { others, items: each(byGtin, ([gtin, list]) => ({ gtin, quantity_ordered: list.length, quantity_received: 0 })) }
    case 'data_misalignment':
      return {
        others,
        items: each(withGtin, (unit) => ({
          received_product_gtin: unit.gtin,
          received_product_lot: unit.lotNumber ?? '',
          received_product_expiry: unit.expirationDate ?? '',
          received_product_serial: unit.serialNumber,
          product_data_gtin: unit.gtin,
          product_data_lot: '',
          product_data_expiry: '',
          product_data_serial: unit.serialNumber,
        })),
      }
    case 'master_data_errors':
      return {
        others,
        items: {
          gln_errors: null,
          gtin_errors: byGtin.map(([gtin], at) => ({
            exception_item_uuid: uuid(at),
            invalid_gtin: gtin,
            proposed_gtin: null,
            resolution_request: wish,
          })),
        },
      }
    default:
      return { others, items: undefined }
  }
}
