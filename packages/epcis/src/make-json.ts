import { epcDigitalLink, parseEpc } from '@seriatim/gs1'
import { type DocumentOptions, listClasses, listPlaces, madeAt, type SampleMatter } from './make-options.ts'
import { locationAttributes, medAttributes, type Parties } from './make-parts.ts'

/** The context of EPCIS 2.0 and the prefixes of the US guideline. */
const CONTEXT = [
  'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld',
  { cbvmda: 'urn:epcglobal:cbv:mda:', gs1ushc: 'http://epcis.gs1us.org/hc/ns/' },
]

/**
 * Writes the sample document as EPCIS 2.0 JSON, with the same contents as in XML and one event on each line. @param isLinked keys are Digital Links
 * instead of URNs.
 */
export function jsonWriter(options: DocumentOptions, { sender, receiver, products }: SampleMatter, isLinked: boolean) {
  const { now } = options
  const place = sender.location.sgln
  let happened = now.getTime() - 86_400_000
  let isFirst = true
  const key = (uri: string) => {
    const epc = isLinked ? parseEpc(uri) : undefined
    return epc?.ok ? epcDigitalLink(epc.value) : uri
  }
  const event = (type: string, members: object): string => {
    happened = Math.min(happened + 100, now.getTime())
    const text = JSON.stringify({ type, eventTime: new Date(happened).toISOString(), eventTimeZoneOffset: '-05:00', ...members })
    const separator = isFirst ? '' : ',\n'
    isFirst = false
    return separator + text
  }
  const both = { readPoint: { id: key(place) }, bizLocation: { id: key(place) } }
  return {
    head(): string {
      const vocabulary = (type: string, entries: { id: string; attributes: readonly (readonly [string, string])[] }[]) => ({
        type: `urn:epcglobal:epcis:vtype:${type}`,
        vocabularyElementList: entries.map(({ id, attributes }) => ({
          id: key(id),
          attributes: attributes.map(([name, attribute]) => ({ id: `cbvmda:${name}`, attribute })),
        })),
      })
      const classes = listClasses(options, products).map(({ pattern, product, withForm }) => ({
        id: pattern,
        attributes: medAttributes(product, withForm),
      }))
      const places = listPlaces(sender, receiver).map((one) => ({ id: one.sgln, attributes: locationAttributes(one) }))
      const statement = {
        'gs1ushc:affirmTransactionStatement': true,
        'gs1ushc:legalNotice': 'Seller has complied with each applicable subsection of FDCA Sec. 581(27)(A)-(G).',
      }
      const document = {
        '@context': CONTEXT,
        type: 'EPCISDocument',
        schemaVersion: '2.0',
        creationDate: madeAt(options),
        sender: key(sender.owner.sgln),
        receiver: key(receiver.owner.sgln),
        instanceIdentifier: options.instanceIdentifier,
        'gs1ushc:guidelineVersion': 'GS1 US DSCSA R1.3',
        ...(options.faults?.includes('noStatement') ? {} : { 'gs1ushc:dscsaTransactionStatement': statement }),
        epcisHeader: { epcisMasterData: { vocabularyList: [vocabulary('EPCClass', classes), vocabulary('Location', places)] } },
      }
      return `${JSON.stringify(document, null, 2).slice(0, -2)},\n  "epcisBody": { "eventList": [\n`
    },
    commissioning(uris: readonly string[], ilmd?: { readonly lotNumber: string; readonly expirationDate: string }): string {
      const given = ilmd && { ilmd: { 'cbvmda:lotNumber': ilmd.lotNumber, 'cbvmda:itemExpirationDate': ilmd.expirationDate } }
      const what = { action: 'ADD', bizStep: 'commissioning', disposition: 'active' }
      return event('ObjectEvent', { epcList: uris.map(key), ...what, ...both, ...given })
    },
    packing(parent: string, children: readonly string[], withReadPoint: boolean): string {
      const what = { action: 'ADD', bizStep: 'packing', disposition: 'in_progress' }
      const places = withReadPoint ? both : { bizLocation: both.bizLocation }
      return event('AggregationEvent', { parentID: key(parent), childEPCs: children.map(key), ...what, ...places })
    },
    shipping(uris: readonly string[], { purchaseOrder, despatchAdvice, ...ends }: Parties): string {
      const paper = (type: string, gln: string, number: string) => ({ type, bizTransaction: `urn:epcglobal:cbv:bt:${gln}:${number}` })
      const end = (name: string, { owner, location }: Parties['sender']) => [
        { type: 'owning_party', [name]: key(owner.sgln) },
        { type: 'location', [name]: key(location.sgln) },
      ]
      return event('ObjectEvent', {
        epcList: uris.map(key),
        ...{ action: 'OBSERVE', bizStep: 'shipping', disposition: 'in_transit', readPoint: both.readPoint },
        bizTransactionList: [
          paper('po', ends.receiver.owner.gln, purchaseOrder),
          paper('desadv', ends.sender.location.gln, despatchAdvice),
        ],
        sourceList: end('source', ends.sender),
        destinationList: end('destination', ends.receiver),
        'gs1ushc:dropShipment': false,
      })
    },
    end: () => '\n] }\n}\n',
  }
}
