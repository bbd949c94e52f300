import { checkDigit } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { type ErrorType, errorTypeInfo, errorTypes, resolveErrorType } from '../src/index.ts'
import { edited, smallDocument, validate } from './helpers.ts'

const document = smallDocument()
const events = document.split(/(?=\n {6}<(?:Object|Aggregation)Event>)/)
const find = (bizStep: string, nth = 1) => events.filter((event) => event.includes(`bizstep:${bizStep}<`))[nth - 1] ?? ''
const packing = find('packing')
const shipping = find('shipping')
const bottles = find('commissioning')
const pallet = find('packing', 3)
const firstBottle = /<epc>([^<]*)</.exec(bottles)?.[1] ?? ''
const palletSscc = /<parentID>([^<]*)</.exec(pallet)?.[1] ?? ''

/** The document with one event changed. */
const inEvent = (event: string, from: string | RegExp, to: string, occurrence = 1) =>
  document.replace(event, () => edited(event, from, to, occurrence))
/**
 * Turns the document's shipping event into a transaction event with this action. Moves its list of business transactions to the position that the
 * schema requires.
 */
const asTransaction = (action: string) => {
  const papers = / *<bizTransactionList>.*<\/bizTransactionList>\n/s
  const [list = ''] = papers.exec(shipping) ?? []
  const event = shipping
    .replace(papers, '')
    .replace(/(?<=<\/eventTimeZoneOffset>\n)/, () => list)
    .replaceAll('ObjectEvent', 'TransactionEvent')
  return document.replace(shipping, () => edited(event, 'OBSERVE', action))
}

/** Requirement, error type, what was edited, the edited document, and other error types that may follow from the same edit. */
const cases: readonly (readonly [string, ErrorType, string, string, (readonly ErrorType[])?])[] = [
  ['EPCIS-003', 'MalformedEpcisXmlError', 'cut in the middle', document.slice(0, document.length >> 1)],
  [
    'EPCIS-004',
    'StandardBusinessDocumentHeaderError',
    'without header',
    edited(document, /<sbdh:StandardBusinessDocumentHeader>.*<\/sbdh:StandardBusinessDocumentHeader>/s, ''),
  ],
  ['EPCIS-005', 'HeaderHeaderVersionError', 'header version 2.0', edited(document, '<sbdh:HeaderVersion>1.0', '<sbdh:HeaderVersion>2.0')],
  [
    'EPCIS-006',
    'HeaderReceiverSglnError',
    'receiver of 11 digits',
    edited(document, '>urn:epc:id:sgln:039999.999999.0</sbdh', '>urn:epc:id:sgln:039999.99999.0</sbdh'),
  ],
  ['EPCIS-007', 'HeaderSenderError', 'without sender', edited(document, /<sbdh:Sender>.*<\/sbdh:Sender>/s, '')],
  ['EPCIS-008', 'HeaderDocumentIdentificationError', 'another standard', edited(document, '>EPCglobal<', '>EDI<')],
  ['EPCIS-009', 'HeaderDocumentIdentificationTypeError', 'type Order', edited(document, '<sbdh:Type>Events', '<sbdh:Type>Order')],
  [
    'EPCIS-010',
    'HeaderDocumentIdentificationCreationDateAndTimeError',
    'a time without T',
    edited(document, /<sbdh:CreationDateAndTime>[^<]*/, '<sbdh:CreationDateAndTime>2026-04-01 08:45'),
  ],
  ['EPCIS-011', 'HeaderDocumentIdentificationInstanceIdentifierError', 'a blank number', edited(document, '>T-1<', '>   <')],
  [
    'EPCIS-012',
    'LocationVocabularyError',
    'a location without city',
    edited(document, /<attribute id="urn:epcglobal:cbv:mda#city">[^<]*<\/attribute>/, ''),
  ],
  ['EPCIS-013', 'MedVocabularyError', 'a product whose form is "null"', edited(document, '>TABLET, FILM COATED<', '>null<')],
  [
    'EPCIS-014',
    'EventMedsError',
    'an expiry on a nonexistent day',
    edited(document, /itemExpirationDate>[^<]*/, 'itemExpirationDate>2027-02-30'),
  ],
  ['EPCIS-015', 'EventListError', 'an empty event list', edited(document, /<EventList>.*<\/EventList>/s, '<EventList/>')],
  [
    'EPCIS-016',
    'EventListEventTimeError',
    'a time without a zone',
    edited(document, /<eventTime>([^<]*)Z</, '<eventTime>2026-09-30T14:00:00<'),
  ],
  ['EPCIS-017', 'EventListEventTimeZoneOffsetError', 'an offset of one digit', edited(document, '>-05:00<', '>-5:00<')],
  ['EPCIS-018', 'EventListActionError', 'action CREATE', inEvent(bottles, '>ADD<', '>CREATE<'), ['UnknownAddEpcError']],
  ['EPCIS-019', 'EventListBizStepError', 'a misspelled step', inEvent(packing, 'bizstep:packing', 'bizstep:paking')],
  ['EPCIS-020', 'EventListDispositionError', 'a misspelled disposition', inEvent(packing, 'disp:in_progress', 'disp:in_progres')],
  [
    'EPCIS-021',
    'EventListEpcListError',
    'a serial number with a short GTIN',
    inEvent(bottles, '<epc>urn:epc:id:sgtin:038801.0', '<epc>urn:epc:id:sgtin:038801.'),
    ['UnknownAddEpcError'],
  ],
  ['EPCIS-022', 'EventListReadPointError', 'packing without a read point', inEvent(packing, /<readPoint>.*<\/readPoint>/s, '')],
  [
    'EPCIS-023',
    'EventListBizTransactionListError',
    'shipping without a purchase order',
    inEvent(shipping, /<bizTransaction type="urn:epcglobal:cbv:btt:po">[^\n]*/, ''),
  ],
  ['EPCIS-024', 'EventListExtensionError', 'commissioning without ilmd', inEvent(bottles, /<extension>.*<\/extension>/s, '')],
  [
    'EPCIS-025',
    'EventListSourceListError',
    'shipping without an owner of the source',
    inEvent(shipping, /<source type="urn:epcglobal:cbv:sdt:owning_party">[^\n]*/, ''),
  ],
  [
    'EPCIS-026',
    'EventListDestinationError',
    'shipping without a destination list',
    inEvent(shipping, /<destinationList>.*<\/destinationList>/s, ''),
  ],
  ['EPCIS-027', 'EventListParentIdError', 'packing without a parent', inEvent(packing, /<parentID>[^\n]*/, ''), ['AllMedsNotShippedError']],
  [
    'EPCIS-028',
    'AggregationEventOneOfError',
    'packing with action OBSERVE',
    inEvent(packing, '>ADD<', '>OBSERVE<'),
    ['AllMedsNotShippedError'],
  ],
  ['EPCIS-029', 'TransactionEventOneOfError', 'a transaction with action DELETE', asTransaction('DELETE')],
  [
    'EPCIS-030',
    'ObjectEventOneOfError',
    'commissioning with action DELETE',
    inEvent(bottles, '>ADD<', '>DELETE<'),
    ['UnknownAddEpcError', 'EventListExtensionError'],
  ],
  [
    'EPCIS-031',
    'UnknownLocationError',
    'a business location that is not listed',
    inEvent(packing, /(?<=<bizLocation>\s*<id>)[^<]*/, 'urn:epc:id:sgln:038888.777777.0'),
  ],
  [
    'EPCIS-032',
    'UnknownMedError',
    'a case class that is not listed',
    edited(document, /<VocabularyElement id="urn:epc:idpat:sgtin:038801.5050060.\*">.*?<\/VocabularyElement>/s, ''),
  ],
  [
    'EPCIS-033',
    'InvalidEventReadPointError',
    'a read point that is not an SGLN',
    inEvent(packing, /(?<=<readPoint>\s*<id>)[^<]*/, 'urn:epc:id:sgln:038888.12.0'),
  ],
  [
    'EPCIS-034',
    'UnknownAddEpcError',
    'an unknown child',
    inEvent(packing, '</childEPCs>', '<epc>urn:epc:id:sgtin:038801.0050060.NOBODY</epc></childEPCs>'),
  ],
  [
    'EPCIS-035',
    'UnknownShippingEpcError',
    'another pallet shipped',
    inEvent(shipping, palletSscc, 'urn:epc:id:sscc:038888.09999999999'),
    ['AllMedsNotShippedError'],
  ],
  [
    'EPCIS-036',
    'ShippedEpcAreParentOrDefinedError',
    'an uncommissioned child also shipped',
    document
      .replace(bottles, () => edited(bottles, `<epc>${firstBottle}</epc>`, ''))
      .replace(shipping, () => edited(shipping, '</epcList>', `<epc>${firstBottle}</epc></epcList>`)),
    ['UnknownAddEpcError'],
  ],
  [
    'EPCIS-037',
    'UnknownParentEpcError',
    'an unknown case',
    inEvent(packing, /(?<=<parentID>)[^<]*/, 'urn:epc:id:sgtin:038801.5050060.NOBODY'),
    ['AllMedsNotShippedError'],
  ],
  ['EPCIS-038', 'AllMedsNotShippedError', 'a child that is not packed', inEvent(packing, `<epc>${firstBottle}</epc>`, '')],
]

describe('the 36 rules', () => {
  test('have no findings in a clean document', () => {
    expect(validate(document)).toMatchObject({ verdict: 'ok', findings: [], truncated: {}, meds: 4, events: 9 })
  })

  test.each(cases.map(([id, type, what, changed, followers = []]) => [id, type, what, changed, followers] as const))(
    '[%s] %s: %s',
    (_id, type, _what, changed, followers) => {
      expect(changed).not.toBe(document)
      const { findings } = validate(changed)
      const types = [...new Set(findings.map((finding) => finding.type))]
      expect(types).toContain(type)
      expect(types.filter((found) => found !== type && !followers.includes(found))).toEqual([])
      const finding = findings.find((candidate) => candidate.type === type)
      expect(finding?.section).toBe(errorTypeInfo(type).section)
      expect(finding?.message).toMatch(/^[A-Z0-9].*\.$/s)
      expect(finding?.hint).toMatch(/^[A-Z].*\.$/s)
      expect(finding?.line).toBeGreaterThan(0)
    },
  )

  test('[EPCIS-002] have exactly 36 names, each with a test case', () => {
    expect(errorTypes).toHaveLength(36)
    expect(new Set(cases.map(([, type]) => type))).toEqual(new Set(errorTypes))
    for (const type of errorTypes) expect(resolveErrorType(type)).toBe(type)
    expect(resolveErrorType('malformedEpcisXmlError')).toBeNull()
  })

  test.each([
    ['[EPCIS-039] the short form', 'MALFORMED_EPCIS_XML_ERROR', 'MalformedEpcisXmlError'],
    ['[EPCIS-040] the short form', 'HEADER_STANDARD_BUSINESS_DOCUMENT_HEADER_ERROR', 'StandardBusinessDocumentHeaderError'],
    ['[EPCIS-041] the short form', 'HEADER_RECEIVER_SGLN_ERROR', 'HeaderReceiverSglnError'],
  ])('%s %s means %s', (_id, short, type) => expect(resolveErrorType(short)).toBe(type))
})

describe('findings', () => {
  test('have a line, a path and an event', () => {
    const changed = inEvent(packing, 'bizstep:packing', 'bizstep:paking')
    const [finding] = validate(changed).findings
    const line = changed.split('\n').findIndex((text) => text.includes('paking')) + 1
    expect(finding).toMatchObject({
      line,
      column: 9,
      event: 3,
      value: 'urn:epcglobal:cbv:bizstep:paking',
      path: '/EPCISDocument/EPCISBody/EventList/AggregationEvent[1]/bizStep',
    })
  })

  test('are kept up to 50 per type, and only counted beyond that', () => {
    const many = edited(document, '</childEPCs>', `${'<epc>nothing</epc>'.repeat(120)}</childEPCs>`)
    const { findings, truncated } = validate(many)
    expect(findings).toHaveLength(50)
    expect(truncated).toEqual({ EventListEpcListError: 70 })
  })

  test('about times in the future depend on the current time', () => {
    expect(validate(document, { now: new Date('2026-09-01T00:00:00Z') }).verdict).toBe('warn')
    expect(validate(document, { now: new Date('2026-10-01T14:00:00Z') }).verdict).toBe('ok')
  })

  test('report no location or product that is already on file, even if the document does not define it', () => {
    const location = inEvent(packing, /(?<=<bizLocation>\s*<id>)[^<]*/, 'urn:epc:id:sgln:038888.777777.0')
    expect(validate(location).verdict).toBe('warn')
    const owner = 'owning_party">urn:epc:id:'
    expect(validate(inEvent(shipping, `${owner}sgln:038888.100000.0`, `${owner}pgln:038888.100000`)).findings).toEqual([])
    expect(validate(location, { knownGlns: new Set([`038888777777${checkDigit('038888777777')}`]) }).findings).toEqual([])
    const unlisted = edited(document, /<VocabularyElement id="urn:epc:idpat:sgtin:038801.5050060.\*">.*?<\/VocabularyElement>/s, '')
    expect(validate(unlisted, { knownGtins: new Set([`5038801050060${checkDigit('5038801050060')}`]) }).findings).toEqual([])
  })
})

describe('the structure of documents', () => {
  test('is recognized by namespace, whatever the prefix; child elements may be in that namespace or in none', () => {
    const prefixed = document
      .replaceAll('epcis:EPCISDocument', 'n0:EPCISDocument')
      .replace('xmlns:epcis=', 'xmlns:n0=')
      .replaceAll('sbdh:', 'h:')
      .replace('xmlns:sbdh', 'xmlns:h')
      .replace('xmlns:h:', 'xmlns:h')
    expect(validate(prefixed).findings).toEqual([])
    const inNamespace = document.replaceAll('epcis:EPCISDocument', 'EPCISDocument').replace('xmlns:epcis=', 'xmlns=')
    expect(validate(inNamespace).findings).toEqual([])
    expect(validate(inNamespace).meds).toBe(4)
  })

  test('may contain vendor extensions at any depth', () => {
    const vendor = '<v:x xmlns:v="urn:vendor"><epcList><epc>urn:x</epc></epcList><v:action>NONE</v:action></v:x>'
    let text = document
    for (const place of [
      '<EPCISHeader>',
      '<EventList>',
      '<VocabularyList>',
      '<ObjectEvent>',
      '<extension>',
      '<epcList>',
      '<sbdh:Sender>',
      '<ilmd>',
    ]) {
      text = text.replaceAll(place, `${place}${vendor}`)
    }
    expect(validate(text).findings).toEqual([])
    expect(validate(text).meds).toBe(4)
  })

  test('may contain lot and expiry in the namespace of older releases, which is reported as a warning', () => {
    const older = document.replaceAll('cbvmda:lotNumber', 'gs1ushc:lotNumber').replaceAll('cbvmda:itemExp', 'gs1ushc:itemExp')
    const { verdict, findings } = validate(older)
    expect(verdict).toBe('warn')
    expect(new Set(findings.map((finding) => finding.type))).toEqual(new Set(['EventMedsError']))
  })

  test('is checked for missing product data, which is reported in plain words, with a hint that names the missing attributes', () => {
    const lacking = edited(edited(document, '>TABLET, FILM COATED<', '>null<'), /strengthDescription">[^<]*/, 'strengthDescription">')
    const [finding] = validate(lacking).findings.filter(({ type }) => type === 'MedVocabularyError')
    expect(finding?.message).toMatch(/^The product .+ is missing its dosage form and strength\.$/)
    expect(finding?.hint).toContain('(dosageFormType, strengthDescription)')
  })

  test('includes the versions, order numbers, parties and number of events', () => {
    const { document: facts } = validate(document)
    expect(facts).toMatchObject({
      schemaVersion: '1.2',
      guidelineVersion: 'GS1 US DSCSA R1.3',
      transactionStatement: true,
      purchaseOrders: ['PO-100234'],
      despatchAdvices: ['NW-55871'],
      invoices: [],
      shipTo: { gln: '0399993456780', owningGln: '0399999999991' },
      shipToAll: ['0399999999991', '0399993456780'],
      eventCount: 9,
    })
    expect(facts.header).toMatchObject({ instanceIdentifier: 'T-1', receiver: { gln: '0399999999991', authority: 'GS1' } })
  })
})
