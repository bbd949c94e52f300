import type { ErrorType } from '../src/index.ts'
import { edited } from './helpers.ts'

/**
 * An edit that breaks a clean document. The validator must then report a finding of the type `type`, and may also report findings of the types in
 * `followers`.
 */
export interface Breakage {
  readonly type: ErrorType
  readonly what: string
  readonly edit: (document: string) => string
  readonly followers?: readonly ErrorType[]
  /** Set if the finding is less severe than usual. */
  readonly isWarning?: boolean
}

const events = /<(Object|Aggregation|Transaction)Event>.*?<\/\1Event>/gs

/** Returns a function that replaces `from` with `to` in a document: in the first event with this business step that contains `from`. */
function inEvent(bizStep: string, from: string | RegExp, to: string): (document: string) => string {
  return (document) => {
    const found = [...document.matchAll(events)].map(([event]) => event)
    const event = found.find(
      (text) => text.includes(`bizstep:${bizStep}<`) && (typeof from === 'string' ? text.includes(from) : from.test(text)),
    )
    if (event === undefined) throw new Error(`no ${bizStep} event with ${from}`)
    return document.replace(event, () => edited(event, from, to))
  }
}

const change = (from: string | RegExp, to: string) => (document: string) => edited(document, from, to)
const without = (element: string) => new RegExp(`<((?:\\w+:)?${element})(?: [^>]*)?>.*?</\\1>\\s*`, 's')
const toText = (element: string) => new RegExp(`(?<=<(?:\\w+:)?${element}(?: [^>]*)?>)[^<]*`)
const findPlace = (element: string) => new RegExp(`(?<=<${element}>\\s*<id>)[^<]*`)
const makeAttribute = (name: string) => new RegExp(`<attribute id="urn:epcglobal:cbv:mda#${name}">[^<]*</attribute>\\s*`)
const party = (element: string) => new RegExp(`(?<=<sbdh:${element}>\\s*<sbdh:Identifier[^>]*>)[^<]*`)
const vocabulary = (name: string) => new RegExp(`<Vocabulary type="urn:epcglobal:epcis:vtype:${name}">.*?</Vocabulary>\\s*`, 's')

type Row = readonly [what: string, edit: (document: string) => string, followers?: readonly ErrorType[], isWarning?: boolean]

const table: Partial<Record<ErrorType, readonly Row[]>> = {
  MalformedEpcisXmlError: [
    ['cut in the middle', (document) => document.slice(0, document.length >> 1)],
    ['cut in a tag', (document) => document.slice(0, document.lastIndexOf('</EventList') + 5)],
    ['cut before the last tag', (document) => document.slice(0, document.lastIndexOf('</'))],
    ['empty', () => ''],
    ['end tags swapped', change(/<\/readPoint>(\s*)/, '</id></readPoint>')],
    ['a DOCTYPE', change(/<(?=\w+:EPCISDocument)/, '<!DOCTYPE x><')],
    ['another declared encoding', change(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="iso-8859-1"?>')],
    ['no body', change(without('EPCISBody'), '')],
    ['no event list', change(without('EventList'), '')],
    ['a lowercase body', (document) => document.replaceAll('EPCISBody', 'epcisbody')],
    ['a lowercase list', (document) => document.replaceAll('EventList>', 'eventlist>')],
    ['another namespace', change('urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:9')],
    ['no namespace', (document) => document.replaceAll('epcis:EPCISDocument', 'EPCISDocument')],
    ['a lowercase document', (document) => document.replaceAll('EPCISDocument', 'epcisdocument')],
    ['a SOAP envelope', (document) => `<s:Envelope xmlns:s="urn:soap">${document.replace(/<\?.*?\?>/, '')}</s:Envelope>`],
    ['an unescaped ampersand', change(toText('attribute'), 'A & B')],
    ['an unbound prefix', change('<eventTime>', '<x:eventTime>')],
  ],
  StandardBusinessDocumentHeaderError: [
    ['no SBDH', change(without('StandardBusinessDocumentHeader'), '')],
    ['no header', change(without('EPCISHeader'), ''), ['LocationVocabularyError', 'MedVocabularyError']],
    ['two SBDHs', (document) => document.replace(without('StandardBusinessDocumentHeader'), (header) => header + header)],
    ['an SBDH in no namespace', (document) => document.replaceAll(/<(\/?)sbdh:/g, '<$1')],
  ],
  HeaderHeaderVersionError: [
    ['version 2.0', change(toText('HeaderVersion'), '2.0')],
    ['no version', change(without('HeaderVersion'), '')],
    ['a blank version', change(toText('HeaderVersion'), ' ')],
    ['version 1', change(toText('HeaderVersion'), '1')],
  ],
  HeaderReceiverSglnError: [
    ['none', change(without('Receiver'), '')],
    ['two', (document) => document.replace(without('Receiver'), (text) => text + text)],
    ['no identifier', change(/(?<=<sbdh:Receiver>).*?(?=<\/sbdh:Receiver>)/s, '')],
    ['a blank identifier', change(party('Receiver'), '  ')],
    ['eleven digits', change(party('Receiver'), 'urn:epc:id:sgln:039999.99999.0')],
    ['a name', change(party('Receiver'), 'Park Avenue')],
    ['an SSCC', change(party('Receiver'), 'urn:epc:id:sscc:039999.00000000001')],
    ['a GLN with a wrong check digit', change(party('Receiver'), '0399999999990')],
    ['a GLN', change(party('Receiver'), '0399999999991'), [], true],
    ['a PGLN', change(party('Receiver'), 'urn:epc:id:pgln:039999.999999'), [], true],
  ],
  HeaderSenderError: [
    ['none', change(without('Sender'), '')],
    ['two', (document) => document.replace(without('Sender'), (text) => text + text)],
    ['no identifier', change(/(?<=<sbdh:Sender>).*?(?=<\/sbdh:Sender>)/s, '')],
    ['a blank identifier', change(party('Sender'), '')],
    ['eleven digits', change(party('Sender'), 'urn:epc:id:sgln:03999.999999.0')],
    ['a GLN with a wrong check digit', change(party('Sender'), '0399999999990')],
  ],
  HeaderDocumentIdentificationError: [
    ['none', change(without('DocumentIdentification'), '')],
    ['another standard', change(toText('Standard'), 'EDI')],
    ['no standard', change(without('Standard'), '')],
    ['different capital letters', change(toText('Standard'), 'EPCGlobal'), [], true],
    ['another type version', change(toText('TypeVersion'), '2.0')],
    ['no type version', change(without('TypeVersion'), '')],
  ],
  HeaderDocumentIdentificationTypeError: [
    ['Order', change(/(?<=<sbdh:Type>)[^<]*/, 'Order')],
    ['lowercase letters', change(/(?<=<sbdh:Type>)[^<]*/, 'events')],
    ['none', change(/<sbdh:Type>[^<]*<\/sbdh:Type>/, '')],
  ],
  HeaderDocumentIdentificationCreationDateAndTimeError: [
    ['none', change(without('CreationDateAndTime'), '')],
    ['blank', change(toText('CreationDateAndTime'), '')],
    ['no T', change(toText('CreationDateAndTime'), '2026-04-01 08:45')],
    ['no zone', change(toText('CreationDateAndTime'), '2026-04-01T08:45:00')],
    ['only a date', change(toText('CreationDateAndTime'), '2026-04-01')],
    ['February 30', change(toText('CreationDateAndTime'), '2026-02-30T08:45:00Z')],
    ['month 13', change(toText('CreationDateAndTime'), '2026-13-01T08:45:00Z')],
    ['hour 25', change(toText('CreationDateAndTime'), '2026-04-01T25:45:00Z')],
  ],
  HeaderDocumentIdentificationInstanceIdentifierError: [
    ['none', change(without('InstanceIdentifier'), '')],
    ['three spaces', change(toText('InstanceIdentifier'), '   ')],
    ['empty', change(without('InstanceIdentifier'), '<sbdh:InstanceIdentifier/>')],
  ],
  LocationVocabularyError: [
    ...['name', 'streetAddressOne', 'city', 'state', 'postalCode', 'countryCode'].flatMap((name): Row[] => [
      [`no ${name}`, change(makeAttribute(name), '')],
      [`a blank ${name}`, change(makeAttribute(name), `<attribute id="urn:epcglobal:cbv:mda#${name}"> </attribute>`)],
      [`"null" as ${name}`, change(makeAttribute(name), `<attribute id="urn:epcglobal:cbv:mda#${name}">null</attribute>`)],
    ]),
    ['a three-letter country', change(makeAttribute('countryCode'), '<attribute id="urn:epcglobal:cbv:mda#countryCode">USA</attribute>')],
    ['a lowercase country', change(makeAttribute('countryCode'), '<attribute id="urn:epcglobal:cbv:mda#countryCode">us</attribute>')],
    ['no vocabulary', change(vocabulary('Location'), '')],
    ['no id', change(/<VocabularyElement id="urn:epc:id:sgln[^"]*"/, '<VocabularyElement'), ['UnknownLocationError']],
    ['a bare GLN as id', change(/(?<=<VocabularyElement id=")urn:epc:id:sgln[^"]*/, '0399999999991'), ['UnknownLocationError']],
    ['eleven digits', change(/(?<=<VocabularyElement id="urn:epc:id:sgln:\d{5})\d/, ''), ['UnknownLocationError']],
    [
      'two different entries',
      (document) =>
        document.replace(
          /<VocabularyElement id="urn:epc:id:sgln.*?<\/VocabularyElement>/s,
          (entry) => entry + entry.replace('#city">', '#city">New '),
        ),
    ],
  ],
  MedVocabularyError: [
    ...[
      'additionalTradeItemIdentification',
      'additionalTradeItemIdentificationTypeCode',
      'regulatedProductName',
      'manufacturerOfTradeItemPartyName',
      'dosageFormType',
      'strengthDescription',
      'netContentDescription',
    ].flatMap((name): Row[] => [
      [`no ${name}`, change(makeAttribute(name), '')],
      [`a blank ${name}`, change(makeAttribute(name), `<attribute id="urn:epcglobal:cbv:mda#${name}"/>`)],
    ]),
    ['no vocabulary', change(vocabulary('EPCClass'), '')],
    ['no id', change(/<VocabularyElement id="urn:epc:idpat[^"]*"/, '<VocabularyElement'), ['UnknownMedError']],
    ['an SGTIN without star', change(/(?<=<VocabularyElement id="urn:epc:idpat:sgtin:[\d.]*)\.\*/, ''), ['UnknownMedError']],
    ['twelve digits', change(/(?<=<VocabularyElement id="urn:epc:idpat:sgtin:\d{5})\d/, ''), ['UnknownMedError']],
    ['NDC without hyphens', change(/(?<=mda#additionalTradeItemIdentification">)[^<]*/, '12345678901')],
    ['NDC of another shape', change(/(?<=mda#additionalTradeItemIdentification">)[^<]*/, '123-4567-890')],
    ['an unknown type', change('>US_FDA_NDC<', '>NDC<')],
    ['the type of the other guideline', change('>US_FDA_NDC<', '>FDA_NDC_11<')],
    [
      'two different entries',
      (document) =>
        document.replace(
          /<VocabularyElement id="urn:epc:idpat.*?<\/VocabularyElement>/s,
          (entry) => entry + entry.replace('#strengthDescription">', '#strengthDescription">1'),
        ),
      [],
      true,
    ],
  ],
  EventMedsError: [
    ['no lot', change(without('lotNumber'), '')],
    ['a blank lot', change(toText('lotNumber'), '  ')],
    ['a lot of 21 characters', change(toText('lotNumber'), 'A'.repeat(21))],
    ['a letter that GS1 does not allow', change(toText('lotNumber'), 'Lö1')],
    ['no expiry', change(without('itemExpirationDate'), '')],
    ['February 30', change(toText('itemExpirationDate'), '2025-02-30')],
    ['no hyphens', change(toText('itemExpirationDate'), '20281231')],
    ['no day', change(toText('itemExpirationDate'), '2028-12')],
    ['American order', change(toText('itemExpirationDate'), '12/31/2028')],
  ],
  EventListError: [
    ['empty', change(without('EventList'), '<EventList/>')],
    ['an element that is not an event', change('<EventList>', '<EventList><Note/>')],
    ['an event with a typo', change('<EventList>', '<EventList><ObjectEvnt/>')],
    [
      'a quantity event',
      change(
        '<EventList>',
        '<EventList><QuantityEvent><eventTime>2023-01-01T00:00:00Z</eventTime><eventTimeZoneOffset>+00:00</eventTimeZoneOffset><epcClass>urn:x</epcClass><quantity>1</quantity></QuantityEvent>',
      ),
      [],
      true,
    ],
  ],
  EventListEventTimeError: [
    ['none', inEvent('packing', without('eventTime'), '')],
    ['blank', inEvent('packing', toText('eventTime'), ' ')],
    ['no zone', inEvent('packing', toText('eventTime'), '2023-01-01T00:00:00')],
    ['only a date', inEvent('packing', toText('eventTime'), '2023-01-01')],
    ['February 29 of another year', inEvent('shipping', toText('eventTime'), '2023-02-29T00:00:00Z')],
    ['a zone of 15 hours', inEvent('commissioning', toText('eventTime'), '2023-01-01T00:00:00+15:00')],
  ],
  EventListEventTimeZoneOffsetError: [
    ['none', inEvent('packing', without('eventTimeZoneOffset'), '')],
    ...['-5:00', 'Z', '+15:00', '-0500', 'EST', '05:00', '+14:30'].map(
      (text): Row => [text, inEvent('packing', toText('eventTimeZoneOffset'), text)],
    ),
  ],
  EventListActionError: [
    ['none', inEvent('shipping', without('action'), '')],
    ...['CREATE', 'observe', ' '].map((text): Row => [`"${text}"`, inEvent('shipping', toText('action'), text)]),
  ],
  EventListBizStepError: [
    ['none', inEvent('packing', without('bizStep'), '')],
    ...[
      'urn:epcglobal:cbv:bizstep:paking',
      'packing',
      'urn:epcglobal:cbv:bizstep:',
      'urn:epcglobal:cbv:bizstep:Packing',
      'https://ref.gs1.org/cbv/BizStep-packing',
    ].map((text): Row => [text, inEvent('packing', toText('bizStep'), text)]),
    ['a word of CBV 2.0', inEvent('packing', toText('bizStep'), 'urn:epcglobal:cbv:bizstep:sampling')],
  ],
  EventListDispositionError: [
    ['none', inEvent('packing', without('disposition'), '')],
    ...['urn:epcglobal:cbv:disp:in_progres', 'in_progress', 'urn:epcglobal:cbv:disp:active', 'urn:epcglobal:cbv:disp:available'].map(
      (text): Row => [text, inEvent('packing', toText('disposition'), text)],
    ),
  ],
  EventListEpcListError: [
    [
      'six and six digits',
      inEvent('commissioning', /(?<=<epc>urn:epc:id:sgtin:\d{6}\.\d{6})\d/, ''),
      ['UnknownAddEpcError', 'UnknownParentEpcError', 'AllMedsNotShippedError'],
    ],
    ['blank', inEvent('packing', '</childEPCs>', '<epc> </epc></childEPCs>')],
    ['another key', inEvent('packing', '</childEPCs>', '<epc>urn:epc:id:grai:0614141.12345.400</epc></childEPCs>')],
    ['a lot', inEvent('packing', '</childEPCs>', '<epc>urn:epc:class:lgtin:0614141.712345.L1</epc></childEPCs>')],
    [
      'a long serial number',
      inEvent('packing', '</childEPCs>', `<epc>urn:epc:id:sgtin:0614141.712345.${'1'.repeat(21)}</epc></childEPCs>`),
    ],
    ['a serial number with a space', inEvent('packing', '</childEPCs>', '<epc>urn:epc:id:sgtin:0614141.712345.1 2</epc></childEPCs>')],
    ['twice', (document) => document.replace(/<childEPCs>\s*<epc>[^<]*<\/epc>/, (text) => text + text.slice(text.indexOf('<epc>')))],
    [
      'none in a commissioning event',
      inEvent('commissioning', without('epcList'), '<epcList/>'),
      ['UnknownAddEpcError', 'UnknownParentEpcError', 'AllMedsNotShippedError'],
    ],
    ['none in a shipping event', inEvent('shipping', without('epcList'), ''), ['AllMedsNotShippedError']],
    ['none in a packing event', inEvent('packing', /(?<=<childEPCs>).*(?=<\/childEPCs>)/s, ''), ['AllMedsNotShippedError']],
  ],
  EventListReadPointError: ['commissioning', 'packing', 'shipping'].flatMap((step): Row[] => [
    [`none when ${step}`, inEvent(step, without('readPoint'), '')],
    [`none has an id when ${step}`, inEvent(step, without('readPoint'), '<readPoint/>')],
    [`a blank one when ${step}`, inEvent(step, findPlace('readPoint'), ' ')],
  ]),
  EventListBizTransactionListError: [
    ['none', inEvent('shipping', without('bizTransactionList'), '')],
    ['empty', inEvent('shipping', without('bizTransactionList'), '<bizTransactionList/>')],
    ['no order', inEvent('shipping', /<bizTransaction type="urn:epcglobal:cbv:btt:po">[^<]*<\/bizTransaction>/, '')],
    ['no number', inEvent('shipping', toText('bizTransaction'), ' ')],
    ['another kind', inEvent('shipping', 'btt:desadv', 'btt:asn'), [], true],
    ['a bare number', inEvent('shipping', toText('bizTransaction'), 'PO-1'), [], true],
  ],
  EventListExtensionError: [
    ['none when shipping', inEvent('shipping', without('extension'), '')],
    ['none when commissioning', inEvent('commissioning', without('extension'), '')],
    ['no ilmd', inEvent('commissioning', without('ilmd'), '')],
    ['two when shipping', inEvent('shipping', '</extension>', '</extension><extension/>')],
    ['two when packing', inEvent('packing', '</bizLocation>', '</bizLocation><extension/><extension/>')],
  ],
  ...Object.fromEntries(
    (['source', 'destination'] as const).map((end) => [
      end === 'source' ? 'EventListSourceListError' : 'EventListDestinationError',
      [
        ['none', inEvent('shipping', without(`${end}List`), '')],
        ['empty', inEvent('shipping', without(`${end}List`), `<${end}List/>`)],
        ['no owner', inEvent('shipping', new RegExp(`<${end} type="urn:epcglobal:cbv:sdt:owning_party">[^<]*</${end}>`), '')],
        ['a bad value', inEvent('shipping', toText(end), 'urn:epc:id:sgln:0614141.1.0')],
        ['a blank value', inEvent('shipping', toText(end), '')],
        ['no place', inEvent('shipping', new RegExp(`<${end} type="urn:epcglobal:cbv:sdt:location">[^<]*</${end}>`), ''), [], true],
        ['no type', inEvent('shipping', `<${end} type="urn:epcglobal:cbv:sdt:owning_party">`, `<${end}>`)],
      ] satisfies Row[],
    ]),
  ),
  EventListParentIdError: [
    ['none', inEvent('packing', without('parentID'), ''), ['AllMedsNotShippedError']],
    ['blank', inEvent('packing', toText('parentID'), ' '), ['AllMedsNotShippedError']],
    ['a place', inEvent('packing', toText('parentID'), 'urn:epc:id:sgln:0614141.00001.0'), ['AllMedsNotShippedError']],
    ['a missing digit', inEvent('packing', /(?<=<parentID>urn:epc:id:sgtin:\d{6}\.\d{6})\d/, ''), ['AllMedsNotShippedError']],
    [
      'its own content',
      (document) =>
        document.replace(/<parentID>([^<]*)<\/parentID>\s*<childEPCs>/, (text, parent: string) => `${text}<epc>${parent}</epc>`),
    ],
  ],
  AggregationEventOneOfError: [
    ['OBSERVE packing', inEvent('packing', '>ADD<', '>OBSERVE<'), ['AllMedsNotShippedError']],
    ['ADD unpacking', inEvent('packing', 'bizstep:packing', 'bizstep:unpacking')],
    ['ADD loading', inEvent('packing', 'bizstep:packing', 'bizstep:loading')],
    ['nothing packed', inEvent('packing', without('childEPCs'), ''), ['EventListEpcListError', 'AllMedsNotShippedError']],
  ],
  ObjectEventOneOfError: [
    ['DELETE commissioning', inEvent('commissioning', '>ADD<', '>DELETE<'), ['UnknownAddEpcError', 'UnknownParentEpcError']],
    ['ADD shipping', inEvent('shipping', '>OBSERVE<', '>ADD<')],
    ['OBSERVE inspecting', inEvent('shipping', 'bizstep:shipping', 'bizstep:inspecting')],
  ],
  UnknownLocationError: [
    ['a business location', inEvent('packing', findPlace('bizLocation'), 'urn:epc:id:sgln:0614141.77777.0')],
    ['a read point', inEvent('packing', findPlace('readPoint'), 'urn:epc:id:sgln:0614141.77777.0')],
    ['a destination', inEvent('shipping', toText('destination'), 'urn:epc:id:sgln:0614141.77777.0')],
    ['another extension of a place', inEvent('packing', findPlace('bizLocation'), 'urn:epc:id:sgln:0614141.77777.12')],
  ],
  UnknownMedError: [
    [
      'a case that is not described',
      (document) => document.replace(/(.*)<VocabularyElement id="urn:epc:idpat.*?<\/VocabularyElement>/s, '$1'),
    ],
  ],
  InvalidEventReadPointError: [
    ['a missing digit', inEvent('packing', findPlace('readPoint'), 'urn:epc:id:sgln:0614141.7777.0')],
    ['a bare GLN', inEvent('packing', findPlace('readPoint'), '0614141777776')],
    ['N/A', inEvent('packing', findPlace('readPoint'), 'N/A')],
    ['a web address', inEvent('packing', findPlace('readPoint'), 'https://id.gs1.org/414/0614141777778'), ['UnknownLocationError'], true],
    [
      "the receiver's place",
      (document) => {
        const [, place = ''] = /<destination type="urn:epcglobal:cbv:sdt:location">([^<]*)/.exec(document) ?? []
        return inEvent('shipping', findPlace('readPoint'), place)(document)
      },
      [],
      true,
    ],
  ],
  UnknownAddEpcError: [
    ['a child', inEvent('packing', '</childEPCs>', '<epc>urn:epc:id:sgtin:0614141.712345.NOBODY</epc></childEPCs>'), ['UnknownMedError']],
    ['an SSCC as a child', inEvent('packing', '</childEPCs>', '<epc>urn:epc:id:sscc:0614141.0712345678</epc></childEPCs>'), [], true],
  ],
  UnknownShippingEpcError: [
    [
      'another container',
      inEvent('shipping', /(?<=<epcList>\s*<epc>)[^<]*/, 'urn:epc:id:sscc:0614141.0712345678'),
      ['AllMedsNotShippedError'],
    ],
    ['one more', inEvent('shipping', '</epcList>', '<epc>urn:epc:id:sscc:0614141.0712345678</epc></epcList>')],
  ],
  UnknownParentEpcError: [
    [
      'an SGTIN',
      inEvent('packing', toText('parentID'), 'urn:epc:id:sgtin:0614141.712345.NOBODY'),
      ['UnknownMedError', 'AllMedsNotShippedError'],
    ],
    ['an SSCC', inEvent('packing', toText('parentID'), 'urn:epc:id:sscc:0614141.0712345678'), ['AllMedsNotShippedError'], true],
  ],
  AllMedsNotShippedError: [
    ['a child that is not packed', inEvent('packing', /<epc>[^<]*<\/epc>\s*(?=<epc>)/, '')],
    ['a bottle more', (document) => document.replace(/(<epc>urn:epc:id:sgtin:[\d.]*)[^<]*(<\/epc>)/, '$&$1MORE$2')],
  ],
}

/** Every breakage, for documents of guideline R1.3. */
export const breakages: readonly Breakage[] = Object.entries(table).flatMap(
  ([type, rows]) =>
    (rows ?? []).map(([what, edit, followers = [], isWarning = false]) => ({ type: type as ErrorType, what, edit, followers, isWarning })), // Object.entries() loses the type of the keys
)
