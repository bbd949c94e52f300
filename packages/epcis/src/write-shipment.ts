import { businessDocumentUri } from './business-document.ts'
import { documentHead, LEGAL_NOTICE } from './document-head.ts'
import { tag } from './make-parts.ts'

/** A place with the data that the guideline requires of a location. */
export interface ShipmentPlace {
  /** `urn:epc:id:sgln:…` */
  readonly sgln: string
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  /** ISO 3166 alpha-2 */
  readonly country: string
}

/** A party of a shipment: the company, and where the goods leave or arrive. */
export interface ShipmentParty {
  readonly owner: ShipmentPlace
  readonly location: ShipmentPlace
}

export interface ShipmentProduct {
  /** `urn:epc:idpat:sgtin:…` */
  readonly pattern: string
  /** The NDC: ten digits with hyphens under R1.3, eleven digits under R1.2. */
  readonly ndc: string
  readonly name: string
  readonly maker: string
  readonly form: string
  readonly strength: string
  readonly content: string
}

/** Time and place of an event, copied from the document that came with the goods. */
interface Happened {
  /** Instant with a zone. */
  readonly time: string
  /** `-05:00` */
  readonly offset: string
  /** SGLN */
  readonly place: string
}

export interface ShipmentCommissioning extends Happened {
  readonly epcs: readonly string[]
  /** Lot and expiration date of the unit; null for a logistic unit, which has none. */
  readonly ilmd: { readonly lotNumber: string; readonly expirationDate: string } | null
}

export interface ShipmentPacking extends Happened {
  readonly parent: string
  readonly children: readonly string[]
}

export interface ShipmentDocument {
  readonly guideline: 'r12' | 'r13'
  readonly instanceIdentifier: string
  readonly createdAt: Date
  readonly sender: ShipmentParty
  readonly receiver: ShipmentParty
  /** Places at which the events before the shipment happened, such as the manufacturer's. */
  readonly places: readonly ShipmentPlace[]
  readonly products: readonly ShipmentProduct[]
  readonly commissionings: readonly ShipmentCommissioning[]
  /** Cases and pallets, inner containers first. */
  readonly packings: readonly ShipmentPacking[]
  /** The EPCs of the outermost units, which no case or pallet of the shipment contains. */
  readonly epcs: readonly string[]
  readonly shipped: { readonly at: Date; readonly offset: string }
  /** When the shipment was voided; present only in a document that voids a shipment. */
  readonly voided?: { readonly at: Date; readonly offset: string }
  /** Type and number of each business document, with the GLN of its issuer: `{ type: 'po', gln, number }`. */
  readonly papers: readonly { readonly type: string; readonly gln: string; readonly number: string }[]
  /** Whether the seller states that it complies with section 581(27) of the FD&C Act. */
  readonly hasStatement: boolean
}

/**
 * Writes the EPCIS 1.2 document of a shipment by GS1 US guideline R1.2 or R1.3, in chunks. First come the commissioning and packing events of the
 * shipped units, as the seller received them from its own supplier, and then the shipping event. With `voided`, the document contains only a
 * `void_shipping` event with the same units, parties and business documents. A dispenser's shipment has no `directPurchase`, which only wholesalers
 * state.
 */
export function* writeShipment(document: ShipmentDocument): Generator<string> {
  yield head(document)
  if (document.voided) yield shippingEvent(document, document.voided, ['void_shipping', 'in_progress'])
  else {
    for (const one of document.commissionings) yield commissioningEvent(one)
    for (const one of document.packings) yield packingEvent(one)
    yield shippingEvent(document, document.shipped, ['shipping', 'in_transit'])
  }
  yield '    </EventList>\n  </EPCISBody>\n</epcis:EPCISDocument>\n'
}

const inSeconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')

function head(document: ShipmentDocument): string {
  const { guideline, createdAt, sender, receiver, hasStatement } = document
  const places = uniquePlaces([sender.owner, sender.location, receiver.owner, receiver.location, ...document.places])
  return documentHead({
    made: inSeconds(createdAt),
    sender: sender.owner.sgln,
    receiver: receiver.owner.sgln,
    instanceIdentifier: document.instanceIdentifier,
    products: document.products.map((product) => productEntry(product, guideline)),
    places: places.map(placeEntry),
    guideline,
    legalNotice: hasStatement ? LEGAL_NOTICE : null,
  })
}

const uniquePlaces = (places: readonly ShipmentPlace[]): ShipmentPlace[] => {
  const known = new Map<string, ShipmentPlace>()
  for (const place of places) if (!known.has(place.sgln)) known.set(place.sgln, place)
  return [...known.values()]
}

function entry(id: string, attributes: readonly (readonly [name: string, value: string])[]): string {
  const pad = ' '.repeat(14)
  const lines = attributes.map(
    ([name, value]) => `${pad}  ${tag('attribute', value).replace('>', ` id="urn:epcglobal:cbv:mda#${name}">`)}\n`,
  )
  return `${pad}<VocabularyElement id="${id}">\n${lines.join('')}${pad}</VocabularyElement>\n`
}

const productEntry = (product: ShipmentProduct, guideline: ShipmentDocument['guideline']): string =>
  entry(product.pattern, [
    ['additionalTradeItemIdentification', product.ndc],
    ['additionalTradeItemIdentificationTypeCode', guideline === 'r13' ? 'US_FDA_NDC' : 'FDA_NDC_11'],
    ['regulatedProductName', product.name],
    ['manufacturerOfTradeItemPartyName', product.maker],
    ['dosageFormType', product.form],
    ['strengthDescription', product.strength],
    ['netContentDescription', product.content],
  ])

const placeEntry = ({ sgln, name, street, city, state, postalCode, country }: ShipmentPlace): string =>
  entry(sgln, [
    ['name', name],
    ['streetAddressOne', street],
    ['city', city],
    ['state', state],
    ['postalCode', postalCode],
    ['countryCode', country],
  ])

const PAD = ' '.repeat(6)
const epcList = (name: string, uris: readonly string[]) =>
  `${PAD}  <${name}>\n${uris.map((uri) => `${PAD}    ${tag('epc', uri)}\n`).join('')}${PAD}  </${name}>\n`
const begin = (name: string, { time, offset }: Pick<Happened, 'time' | 'offset'>) =>
  `${PAD}<${name}>\n${PAD}  ${tag('eventTime', time)}\n${PAD}  ${tag('eventTimeZoneOffset', offset)}\n`
const what = (action: string, bizStep: string, disposition: string) =>
  `${PAD}  <action>${action}</action>\n${PAD}  <bizStep>urn:epcglobal:cbv:bizstep:${bizStep}</bizStep>\n` +
  `${PAD}  <disposition>urn:epcglobal:cbv:disp:${disposition}</disposition>\n`
const at = (name: string, place: string) => `${PAD}  <${name}>\n${PAD}    ${tag('id', place)}\n${PAD}  </${name}>\n`
const both = (place: string) => at('readPoint', place) + at('bizLocation', place)

function commissioningEvent({ epcs, ilmd, place, ...when }: ShipmentCommissioning): string {
  const extension =
    ilmd === null
      ? ''
      : `${PAD}  <extension>\n${PAD}    <ilmd>\n${PAD}      ${tag('cbvmda:lotNumber', ilmd.lotNumber)}\n` +
        `${PAD}      ${tag('cbvmda:itemExpirationDate', ilmd.expirationDate)}\n${PAD}    </ilmd>\n${PAD}  </extension>\n`
  const body = epcList('epcList', epcs) + what('ADD', 'commissioning', 'active') + both(place) + extension
  return `${begin('ObjectEvent', when)}${body}${PAD}</ObjectEvent>\n`
}

function packingEvent({ parent, children, place, ...when }: ShipmentPacking): string {
  const contents = `${PAD}  ${tag('parentID', parent)}\n${epcList('childEPCs', children)}`
  return `${begin('AggregationEvent', when)}${contents}${what('ADD', 'packing', 'in_progress')}${both(place)}${PAD}</AggregationEvent>\n`
}

/**
 * Writes the event that ships the goods, or the event that voids that shipment. It states no business location, because goods in transit are at none.
 */
function shippingEvent(
  { epcs, sender, receiver, papers, guideline }: ShipmentDocument,
  { at: time, offset }: { at: Date; offset: string },
  [bizStep, disposition]: readonly [bizStep: string, disposition: string],
): string {
  const paper = ({ type, gln, number }: ShipmentDocument['papers'][number]) =>
    `${PAD}    ${tag('bizTransaction', businessDocumentUri(gln, number)).replace('>', ` type="urn:epcglobal:cbv:btt:${type}">`)}\n`
  const end = (name: string, { owner, location }: ShipmentParty) =>
    `${PAD}    <${name}List>\n${PAD}      <${name} type="urn:epcglobal:cbv:sdt:owning_party">${owner.sgln}</${name}>\n` +
    `${PAD}      <${name} type="urn:epcglobal:cbv:sdt:location">${location.sgln}</${name}>\n${PAD}    </${name}List>\n`
  const list = `${PAD}  <bizTransactionList>\n${papers.map(paper).join('')}${PAD}  </bizTransactionList>\n`
  const ends = `${PAD}  <extension>\n${end('source', sender)}${end('destination', receiver)}${PAD}  </extension>\n`
  const drop = guideline === 'r13' ? `${PAD}  <gs1ushc:dropShipment>false</gs1ushc:dropShipment>\n` : ''
  const body = epcList('epcList', epcs) + what('OBSERVE', bizStep, disposition) + at('readPoint', sender.location.sgln) + list + ends
  return `${begin('ObjectEvent', { time: inSeconds(time), offset })}${body}${drop}${PAD}</ObjectEvent>\n`
}
