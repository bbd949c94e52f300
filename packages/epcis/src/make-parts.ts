export interface SampleLocation {
  /** `urn:epc:id:sgln:…` */
  readonly sgln: string
  readonly gln: string
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

export interface SampleProduct {
  /** The NDC with hyphens; the GTIN is derived from its digits. */
  readonly ndc: string
  readonly name: string
  readonly maker: string
  readonly form: string
  readonly strength: string
  readonly content: string
  readonly lot: string
}

export interface Parties {
  readonly sender: { readonly owner: SampleLocation; readonly location: SampleLocation }
  readonly receiver: { readonly owner: SampleLocation; readonly location: SampleLocation }
  readonly purchaseOrder: string
  readonly despatchAdvice: string
}

/** Escapes text for XML. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)
}

export function tag(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function entry(id: string, attributes: readonly (readonly [string, string])[]): string {
  const pad = ' '.repeat(14)
  const lines = attributes.map(([name, value]) => `${pad}  <attribute id="urn:epcglobal:cbv:mda#${name}">${escaped(value)}</attribute>\n`)
  return `${pad}<VocabularyElement id="${id}">\n${lines.join('')}${pad}</VocabularyElement>\n`
}

type Attributes = readonly (readonly [name: string, value: string])[]

export function locationAttributes(place: SampleLocation): Attributes {
  return [
    ['name', place.name],
    ['streetAddressOne', place.street],
    ['city', place.city],
    ['state', place.state],
    ['postalCode', place.postalCode],
    ['countryCode', 'US'],
  ]
}

export const locationEntry = (place: SampleLocation): string => entry(place.sgln, locationAttributes(place))

export function medAttributes(product: SampleProduct, withForm: boolean): Attributes {
  const form: Attributes = withForm ? [['dosageFormType', product.form]] : []
  return [
    ['additionalTradeItemIdentification', product.ndc],
    ['additionalTradeItemIdentificationTypeCode', 'US_FDA_NDC'],
    ['regulatedProductName', product.name],
    ['manufacturerOfTradeItemPartyName', product.maker],
    ...form,
    ['strengthDescription', product.strength],
    ['netContentDescription', product.content],
  ]
}

export const medEntry = (pattern: string, product: SampleProduct, withForm: boolean): string =>
  entry(pattern, medAttributes(product, withForm))

/**
 * Returns functions that write events: the first event happened a day before `now`, each following one a little later.
 *
 * @param place SGLN of read point and business location.
 */
export function eventWriter(now: Date, place: string) {
  let happened = now.getTime() - 86_400_000
  const pad = ' '.repeat(6)
  const at = (name: string) => `${pad}  <${name}>\n${pad}    <id>${place}</id>\n${pad}  </${name}>\n`
  const epcs = (name: string, uris: readonly string[]) =>
    `${pad}  <${name}>\n${uris.map((uri) => `${pad}    ${tag('epc', uri)}\n`).join('')}${pad}  </${name}>\n`
  const begin = (name: string) => {
    happened = Math.min(happened + 100, now.getTime())
    const time = new Date(happened).toISOString()
    return `${pad}<${name}>\n${pad}  <eventTime>${time}</eventTime>\n${pad}  <eventTimeZoneOffset>-05:00</eventTimeZoneOffset>\n`
  }
  const what = (action: string, bizStep: string, disposition: string) =>
    `${pad}  <action>${action}</action>\n${pad}  <bizStep>urn:epcglobal:cbv:bizstep:${bizStep}</bizStep>\n` +
    `${pad}  <disposition>urn:epcglobal:cbv:disp:${disposition}</disposition>\n`
  const both = at('readPoint') + at('bizLocation')
  return {
    commissioning(uris: readonly string[], ilmd?: { readonly lotNumber: string; readonly expirationDate: string }): string {
      const extension =
        ilmd === undefined
          ? ''
          : `${pad}  <extension>\n${pad}    <ilmd>\n${pad}      ${tag('cbvmda:lotNumber', ilmd.lotNumber)}\n` +
            `${pad}      ${tag('cbvmda:itemExpirationDate', ilmd.expirationDate)}\n${pad}    </ilmd>\n${pad}  </extension>\n`
      const body = epcs('epcList', uris) + what('ADD', 'commissioning', 'active') + both + extension
      return `${begin('ObjectEvent')}${body}${pad}</ObjectEvent>\n`
    },
    packing(parent: string, children: readonly string[], withReadPoint: boolean): string {
      const places = withReadPoint ? both : at('bizLocation')
      const body = `${pad}  ${tag('parentID', parent)}\n${epcs('childEPCs', children)}${what('ADD', 'packing', 'in_progress')}${places}`
      return `${begin('AggregationEvent')}${body}${pad}</AggregationEvent>\n`
    },
    shipping(uris: readonly string[], { sender, receiver, purchaseOrder, despatchAdvice }: Parties): string {
      const paper = (type: string, gln: string, number: string) =>
        `${pad}    <bizTransaction type="urn:epcglobal:cbv:btt:${type}">urn:epcglobal:cbv:bt:${gln}:${escaped(number)}</bizTransaction>\n`
      const end = (name: string, { owner, location }: Parties['sender']) =>
        `${pad}    <${name}List>\n${pad}      <${name} type="urn:epcglobal:cbv:sdt:owning_party">${owner.sgln}</${name}>\n` +
        `${pad}      <${name} type="urn:epcglobal:cbv:sdt:location">${location.sgln}</${name}>\n${pad}    </${name}List>\n`
      const papers = paper('po', receiver.owner.gln, purchaseOrder) + paper('desadv', sender.location.gln, despatchAdvice)
      const ends = `${pad}  <extension>\n${end('source', sender)}${end('destination', receiver)}${pad}  </extension>\n`
      const list = `${pad}  <bizTransactionList>\n${papers}${pad}  </bizTransactionList>\n`
      const body = epcs('epcList', uris) + what('OBSERVE', 'shipping', 'in_transit') + at('readPoint') + list + ends
      return `${begin('ObjectEvent')}${body}${pad}  <gs1ushc:dropShipment>false</gs1ushc:dropShipment>\n${pad}</ObjectEvent>\n`
    },
  }
}
