import type { ShipmentCommissioning, ShipmentDocument, ShipmentPacking, ShipmentPlace, ShipmentProduct } from '@seriatim/epcis'
import { companyPrefixLength, ndcForms, ndcFromGtin, sgtinPatternUri, sgtinUri, ssccUri } from '@seriatim/gs1'
import { formatAmount } from '@seriatim/schema'
import type { DocumentPlace, LineProduct, ShipmentLine } from './paper.queries.ts'

export type Goods = Pick<ShipmentDocument, 'places' | 'products' | 'commissionings' | 'packings' | 'epcs'>

/** The goods of a shipment for its EPCIS document, or the reason why no document is possible. */
export type Composed = { goods: Goods } | { gap: string }

/** A line whose EPC can be written and whose commissioning event is on file. */
interface Known extends ShipmentLine {
  epc: string
}

class Gap extends Error {}

/**
 * Composes a document's data about the goods from the documents with which they arrived. A case or pallet without a commissioning event on file is
 * left out, and its contents are listed individually.
 */
export function composeGoods(lines: readonly ShipmentLine[], documentPlaces: readonly DocumentPlace[], guideline: 'r12' | 'r13'): Composed {
  try {
    const typedIn = lines.filter(({ isTypedIn }) => isTypedIn).length
    if (typedIn > 0)
      throw new Gap(
        `${formatAmount(typedIn, 'package')} ${typedIn === 1 ? 'was' : 'were'} typed in by hand, and no file says where ${typedIn === 1 ? 'it' : 'they'} came from.`,
      )
    const known = lines.flatMap((line): Known[] => toKnown(line))
    return {
      goods: {
        places: placesOf(known, documentPlaces),
        products: productsOf(known, guideline),
        commissionings: commissioningsOf(known),
        packings: packingsOf(known),
        epcs: outermost(known).map(({ epc }) => epc),
      },
    }
  } catch (error) {
    if (error instanceof Gap) return { gap: `No EPCIS document: ${error.message}` }
    throw error
  }
}

function toKnown(line: ShipmentLine): Known[] {
  const isCommissioned = line.time !== null && line.offset !== null && line.place !== null
  const epc = isCommissioned ? epcOf(line) : null
  if (epc !== null) return [{ ...line, epc }]
  if (line.isPackage) return []
  const why = isCommissioned ? 'has no GTIN whose company prefix is known.' : 'was not commissioned in the file with which it came.'
  throw new Gap(`serial ${line.serialNumber} ${why}`)
}

/** Returns the URI of a unit, with the company prefix that its document uses; null if the length of that prefix is unknown. */
function epcOf({ sscc, gtin, serialNumber, product, place }: ShipmentLine): string | null {
  const known = prefixesIn([product?.sgtin, place])
  if (sscc !== null) {
    const length = companyPrefixLength(sscc, known)
    return length === null ? null : ssccUri(sscc, length)
  }
  if (gtin === null || serialNumber === null) return null
  const length = prefixLengthOf(gtin, known)
  return length === null ? null : sgtinUri(gtin, serialNumber, length)
}

const prefixesIn = (uris: readonly (string | null | undefined)[]): string[] =>
  uris.flatMap((uri) => /^urn:epc:id(?:pat)?:\w+:(\d{6,12})\./.exec(uri ?? '')?.[1] ?? [])

const prefixLengthOf = (gtin: string, known: readonly string[]): number | null => companyPrefixLength(gtin, known)

function commissioningsOf(known: readonly Known[]): ShipmentCommissioning[] {
  const groups = Map.groupBy(known, ({ time, offset, place, lotNumber, expirationDate, sscc }) =>
    JSON.stringify([time, offset, place, sscc === null ? [lotNumber, expirationDate] : null]),
  )
  return [...groups.values()].map((own) => {
    const [first] = own
    if (!first) throw new Gap('nothing was commissioned.')
    return {
      epcs: [...new Set(own.map(({ epc }) => epc))],
      ilmd: first.sscc === null ? ilmdOf(first) : null,
      time: first.time ?? '',
      offset: first.offset ?? '',
      place: first.place ?? '',
    }
  })
}

function ilmdOf({ serialNumber, lotNumber, expirationDate }: Known): { lotNumber: string; expirationDate: string } {
  if (lotNumber === null || expirationDate === null) throw new Gap(`serial ${serialNumber} has no lot or no expiration date on file.`)
  return { lotNumber, expirationDate }
}

/** The container that directly contains a line; undefined if there is none, or nothing is known about it. */
function containerOf(line: ShipmentLine, byPosition: ReadonlyMap<string, Known>): Known | undefined {
  return line.parentLine === null ? undefined : byPosition.get(positionOf({ n: line.n, line: line.parentLine }))
}

const positionOf = ({ n, line }: { n: number; line: number }) => `${n} ${line}`
const byPositionOf = (known: readonly Known[]) => new Map(known.map((one) => [positionOf(one), one]))

/**
 * Returns the packing events with the times that the received documents state. If a document states no packing time for a container, uses the
 * earliest possible time: the moment at which the container and everything in it had been commissioned or packed.
 */
function packingsOf(known: readonly Known[]): ShipmentPacking[] {
  const byPosition = byPositionOf(known)
  const contents = Map.groupBy(
    known.filter((one) => containerOf(one, byPosition) !== undefined),
    (one) => containerOf(one, byPosition),
  )
  const packedAt = new Map<Known, Happened>()
  // `known` lists each container before its contents. The packing events must be written from the inside out, so the list is reversed.
  return [...known].reverse().flatMap((one): ShipmentPacking[] => {
    const children = contents.get(one)
    if (!children) return []
    const happened = packedBy(one) ?? latest([one, ...children].map((unit) => packedAt.get(unit) ?? commissionedBy(unit)))
    packedAt.set(one, happened)
    return [{ parent: one.epc, children: children.map(({ epc }) => epc), ...happened }]
  })
}

interface Happened {
  time: string
  offset: string
  place: string
}

const commissionedBy = ({ time, offset, place }: Known): Happened => ({ time: time ?? '', offset: offset ?? '', place: place ?? '' })

/** Time and place at which a case or pallet was packed, as its document states them; null if it does not state both. */
function packedBy({ packed }: Known): Happened | null {
  if (!packed?.time || !packed.offset || !packed.place) return null
  return { time: packed.time, offset: packed.offset, place: packed.place }
}

const latest = (all: readonly Happened[]): Happened =>
  all.reduce((one, other) => (Date.parse(other.time) > Date.parse(one.time) ? other : one))

function outermost(known: readonly Known[]): Known[] {
  const byPosition = byPositionOf(known)
  return known.filter((one) => containerOf(one, byPosition) === undefined)
}

function placesOf(known: readonly Known[], documentPlaces: readonly DocumentPlace[]): ShipmentPlace[] {
  const byId = new Map(documentPlaces.map((place) => [place.id, place]))
  return [...new Set(known.flatMap((one) => [one.place ?? '', packedBy(one)?.place ?? one.place ?? '']))].map((sgln) => {
    const { name, streetAddressOne: street, city, state, postalCode, countryCode: country } = byId.get(sgln) ?? {}
    if (!name || !street || !city || !state || !postalCode || !country)
      throw new Gap(`the file that came with the packages does not describe the place ${sgln}, where they were commissioned or packed.`)
    return { sgln, name, street, city, state, postalCode, country }
  })
}

function productsOf(known: readonly Known[], guideline: 'r12' | 'r13'): ShipmentProduct[] {
  const groups = Map.groupBy(
    known.filter(({ gtin }) => gtin !== null),
    ({ gtin }) => gtin,
  )
  return [...groups].map(([gtin, own]) => {
    const described = own.find(({ product }) => product !== null)?.product
    const length = prefixLengthOf(gtin ?? '', prefixesIn([described?.sgtin, own[0]?.place]))
    if (!described || gtin === null || length === null) throw new Gap(`the file it came with does not describe the product ${gtin}.`)
    return { pattern: sgtinPatternUri(gtin, length), ...attributesOf(described, gtin, guideline) }
  })
}

function attributesOf(product: LineProduct, gtin: string, guideline: 'r12' | 'r13'): Omit<ShipmentProduct, 'pattern'> {
  const { name, maker, form, strength, content } = product
  const ndc = ndcFor(product.ndc, gtin, guideline)
  if (!name || !maker || !form || !strength || !content || ndc === null) {
    const missing = { name, manufacturer: maker, 'dosage form': form, strength, 'container size': content, NDC: ndc }
    const words = Object.entries(missing).flatMap(([what, value]) => (value ? [] : [what]))
    throw new Gap(`the product ${name ?? gtin} has no ${words.join(', ')} on file.`)
  }
  return { ndc, name, maker, form, strength, content }
}

const LAYOUTS = [
  { at: 0, segments: [4, 4, 2] },
  { at: 5, segments: [5, 3, 2] },
  { at: 9, segments: [5, 4, 1] },
] as const

/** The NDC in the spelling of the guideline: ten digits with hyphens under R1.3, eleven digits under R1.2. */
function ndcFor(text: string | null, gtin: string, guideline: 'r12' | 'r13'): string | null {
  const forms = text === null ? null : ndcForms(text)
  if (!forms) return null
  const [ndc11, ...others] = forms.ndc11
  if (guideline === 'r12') return ndc11 !== undefined && others.length === 0 ? ndc11 : null
  if (text !== null && (forms.layout === '4-4-2' || forms.layout === '5-3-2' || forms.layout === '5-4-1')) return text.trim()
  const meant = ndcFromGtin(gtin) ?? forms.ndc10[0]
  if (meant === undefined || ndc11 === undefined) return null
  const layout = forms.ndc11
    .flatMap((digits) => LAYOUTS.filter(({ at }) => digits[at] === '0' && digits.slice(0, at) + digits.slice(at + 1) === meant))
    .at(0)
  if (!layout) return null
  const [first, second] = layout.segments
  return [meant.slice(0, first), meant.slice(first, first + second), meant.slice(first + second)].join('-')
}
