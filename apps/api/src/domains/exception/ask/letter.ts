import { type CounterKind, type ExceptionUnit, formatAmount, formatCount, type PdgKind, type Wish } from '@seriatim/schema'
import { makeCsv } from '../../../core/text/csv.ts'
import type { PackageOnFile } from '../counter/recorded.queries.ts'
import type { TicketFindings } from '../exception.rules.ts'
import { toPlainWords } from './field-words.ts'

export interface LetterFacts {
  ticketNumber: number
  customerId: number
  ticketId: number
  wish: Wish
  /** Arrival time of the faulty file; null for a ticket from the counter. */
  cameAt: string | null
  /** Identifier of the faulty file or, for a ticket without one, of the file that created the order. */
  identifier: string | null
  shippingNotices: readonly string[]
  poNumber: string | null
  title: string
  reportKind: PdgKind | null
  counterKind: CounterKind | null
  notes: string | null
  groups: readonly TicketFindings[]
  /** For each finding type, the number of findings that are not in `groups`. */
  truncated: Readonly<Record<string, number>>
  units: readonly AskedUnit[]
  /** Whether the ticket has more packages than `units` lists. */
  hasMoreUnits: boolean
  /** For each GTIN, the number of packages that the order lists and the number received. */
  amounts: ReadonlyMap<string, { listed: number; received: number }>
  held: number
  contactName: string | null
  customerName: string
  sender: { name: string; emailAddress: string; gln: string | null }
  now: Date
}

/** A package that the email is about, with its data from the order's file if the file lists it. */
export type AskedUnit = ExceptionUnit & { recorded?: PackageOnFile | undefined }

const WANTED: Record<Wish, string> = {
  'Send new data': 'Please correct this and send the file again.',
  'Send product': 'Please send the product that is missing.',
  'Return product': 'We would like to return the product. Please tell us how.',
  'Send back product': 'Please send the product back to us.',
  'Credit account': 'Please credit our account.',
  'Debit account': 'We would like to keep the product. Please debit our account.',
}

/** Maximum number of sentences about faults in an email; the attached report has the rest. */
const NAMED = 12

const SHOWN = 5
const nameNumbers = (numbers: readonly number[], amount: number) => {
  const shown = numbers.slice(0, SHOWN).map(formatCount)
  return amount > shown.length ? `${shown.join(', ')} and ${formatCount(amount - shown.length)} more` : shown.join(', ')
}

/** Column beyond which the line number alone is not enough to find the place of a finding. */
const FAR = 400

/** Describes where a finding is in the file: its lines, or its line and columns if it is in one line and far to the right. */
export function describeLines({ lines, amountOfLines, places, amountOfPlaces }: TicketFindings): string {
  const [first] = lines
  if (first === undefined) return ''
  if (amountOfLines > 1) return ` (lines ${nameNumbers(lines, amountOfLines)})`
  if (places.every(({ column }) => column <= FAR)) return ` (line ${formatCount(first)} of the file)`
  const characters = nameNumbers(
    places.map(({ column }) => column),
    amountOfPlaces,
  )
  return ` (line ${formatCount(first)}, ${amountOfPlaces === 1 ? 'character' : 'characters'} ${characters})`
}

/** Writes the email in plain words: what arrived, what is wrong and where, and what is needed. */
export function writeLetter(asking: LetterFacts): { subject: string; text: string } {
  const { title } = asking
  return {
    subject: `${nameSubject(asking)}: ${toPlainWords(title).replace(/\.$/, '')}`.slice(0, 200),
    text: framed(asking, [writeOpening(asking), '', ...listFaults(asking, NAMED), '', writeClosing([asking])]),
  }
}

/** Maximum number of sentences about each ticket in an email about several tickets. */
const TOLD_EACH = 4

/** One email about several tickets of a partner: what arrived and what is wrong for each, then what is needed for all. */
export function combinedLetter(askings: readonly LetterFacts[]): { subject: string; text: string } {
  const [first] = askings
  if (!first) return { subject: '', text: '' }
  const listed = askings.flatMap((asking, at) => [
    `${at + 1}. Ticket ${asking.ticketNumber}. ${writeOpening(asking)}`,
    ...listFaults(asking, TOLD_EACH).map((line) => (line ? `   ${line}` : '')),
    '',
  ])
  const about = askings.map(nameSubject)
  const more = about.length > 3 ? ` and ${about.length - 3} more` : ''
  return {
    subject: `${askings.length} problems with what you sent: ${about.slice(0, 3).join(', ')}${more}`.slice(0, 200),
    text: framed(first, [`We need your help with ${askings.length} deliveries:`, '', ...listed, writeClosing(askings)]),
  }
}

const nameSubject = ({ poNumber, identifier, ticketNumber }: LetterFacts) =>
  poNumber ? `PO ${poNumber}` : (identifier ?? `ticket ${ticketNumber}`)

function framed({ contactName, sender, customerName }: LetterFacts, lines: readonly string[]): string {
  return [contactName ? `Dear ${contactName},` : 'Hello,', '', ...lines, '', `${sender.name}, ${customerName}`].join('\n')
}

function writeOpening({ cameAt, identifier, poNumber, shippingNotices }: LetterFacts): string {
  const notices = shippingNotices.slice(0, 3).join(', ')
  const more = shippingNotices.length > 3 ? ` and ${formatCount(shippingNotices.length - 3)} more` : ''
  const advices = notices ? ` (shipping notice ${notices}${more})` : ''
  if (cameAt === null) return `This is about ${poNumber ? `PO ${poNumber}` : 'your delivery'}${advices}.`
  return `We received your file${identifier ? ` ${identifier}` : ''}${poNumber ? ` for PO ${poNumber}` : ''}${advices} on ${cameAt}.`
}

function listFaults(asking: LetterFacts, most: number): string[] {
  const { groups, title, notes, truncated } = asking
  if (groups.length === 0) return [`${toPlainWords(title).replace(/\.$/, '')}.`, ...(notes ? [notes] : []), ...unitLines(asking, most)]
  const left = groups.slice(most).reduce((sum, { count }) => sum + count, 0)
  const notListed = Object.values(truncated).reduce((sum, amount) => sum + amount, 0)
  const affected = unitLines(asking, Math.ceil(most / 2))
  return [
    ...groups.slice(0, most).map((group) => `- ${toPlainWords(group.message).replace(/\.$/, '')}${describeLines(group)}`),
    ...(left > 0 ? [`- ${formatAmount(left, 'more finding')} ${left === 1 ? 'is' : 'are'} in the attached report.`] : []),
    ...(notListed > 0
      ? [`- ${formatAmount(notListed, 'more finding')} of these types ${notListed === 1 ? 'was' : 'were'} counted but not listed.`]
      : []),
    ...(affected.length > 0 ? ['', 'Affected packages:', ...affected] : []),
  ]
}

function writeClosing(askings: readonly LetterFacts[]): string {
  const held = askings.reduce((sum, asking) => sum + asking.held, 0)
  const isCut = askings.some(({ hasMoreUnits }) => hasMoreUnits)
  const units = askings.reduce((sum, asking) => sum + asking.units.length, 0)
  return [
    ...(askings[0] ? [WANTED[askings[0].wish]] : []),
    ...(held > 0 ? [`We are holding ${formatAmount(held, 'package')} until then.`] : []),
    ...(units > 0
      ? [
          isCut
            ? `The first ${formatCount(units)} serial numbers are in the attached list.`
            : 'The serial numbers are in the attached list.',
        ]
      : []),
  ].join(' ')
}

/**
 * One line per product and lot, each with its first three serial numbers or SSCCs.
 *
 * @param most maximum number of product lines; a closing line gives the number of packages of all other products and lots.
 */
function unitLines({ units, hasMoreUnits }: Pick<LetterFacts, 'units' | 'hasMoreUnits'>, most: number): string[] {
  const products = [...Map.groupBy(units, productWords)]
  const left = products.slice(most).reduce((sum, [, of]) => sum + of.length, 0)
  return [
    ...products.slice(0, most).map(([product, of]) => {
      const serials = of.slice(0, 3).map(({ serialNumber, sscc }) => serialNumber ?? sscc ?? 'without a serial number')
      const rest = of.length > serials.length ? ` and ${formatCount(of.length - serials.length)} more` : ''
      return `- ${product}: ${serials.join(', ')}${rest}`
    }),
    ...(left > 0 ? [`- ${formatAmount(left, 'package')} of other products or lots, in the attached list`] : []),
    ...(hasMoreUnits ? ['- There are more packages than the attached list can hold.'] : []),
  ]
}

const productWords = ({ productName, gtin, lotNumber }: ExceptionUnit) =>
  [productName ?? (gtin ? `GTIN ${gtin}` : 'Product not named'), lotNumber && `lot ${lotNumber}`].filter(Boolean).join(', ')

/** The serial numbers as CSV; null if there are none. */
export function writeSerialsCsv(units: readonly ExceptionUnit[]): string | null {
  if (!units.length) return null
  const head = ['GTIN', 'Serial number', 'SSCC', 'Lot', 'Expires', 'Product']
  return makeCsv([
    head,
    ...units.map((unit) => [unit.gtin, unit.serialNumber, unit.sscc, unit.lotNumber, unit.expirationDate, unit.productName]),
  ])
}
