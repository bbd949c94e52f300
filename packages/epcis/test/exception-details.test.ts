import { describe, expect, test } from 'vitest'
import { type EpcisEvent, exceptionDetails, type Header, type LocationEntry, type MedEntry, validateEpcis } from '../src/index.ts'
import { edited, smallDocument } from './helpers.ts'

/** Builds the exception details of a document in the same way as a caller that stores the document's facts. */
function readDetails(text: string) {
  const kept = { header: null as Header | null, events: [] as EpcisEvent[], locations: [] as LocationEntry[], meds: [] as MedEntry[] } // TypeScript types null as null and an empty array as never[]
  const { findings } = validateEpcis(new TextEncoder().encode(text), {
    header: (header) => {
      kept.header = header
    },
    event: (event) => kept.events.push(event),
    location: (entry) => kept.locations.push(entry),
    med: (entry) => kept.meds.push(entry),
  })
  return exceptionDetails(findings, {
    header: kept.header,
    event: (number) => kept.events[number - 1] ?? null,
    location: (id) => kept.locations.find((entry) => entry.id === id) ?? null,
    med: (id) => kept.meds.find((entry) => entry.id === id) ?? null,
  })
}

const document = smallDocument()

describe('the details of an exception', () => {
  test('are empty for a clean document and contain only errors for an unreadable one', () => {
    expect(readDetails(document)).toEqual({})
    expect(Object.keys(readDetails(document.slice(0, 500)))).toEqual(['file'])
  })

  test('include the data of the header and the errors in it', () => {
    const { header, ...rest } = readDetails(edited(document, '<sbdh:Type>Events', '<sbdh:Type>Order'))
    expect(rest).toEqual({})
    expect(header?.errors).toEqual([
      { name: 'HeaderDocumentIdentificationTypeError', description: 'The header gives the document type as Order instead of Events.' },
    ])
    expect(header?.data).toEqual({
      dateCreated: '2026-10-01T14:00:00Z',
      docType: 'Order',
      headerVersion: '1.0',
      identifier: 'T-1',
      receiverSgln: 'urn:epc:id:sgln:039999.999999.0',
    })
  })

  test('include each event only once, even if it has several errors, together with its lists of EPCs and parties', () => {
    const { events } = readDetails(edited(edited(document, '>OBSERVE<', '>SEE<'), 'disp:in_transit', 'disp:on_its_way'))
    expect(events?.errors.map((error) => error.name)).toEqual(['EventListActionError', 'EventListDispositionError'])
    expect(events?.items).toHaveLength(1)
    expect(events?.items[0]).toMatchObject({
      type: 'ObjectEvent',
      action: 'SEE',
      bizStep: 'shipping',
      disposition: 'on_its_way',
      eventTimezoneOffset: '-05:00',
      readPoint: 'urn:epc:id:sgln:038888.100017.0',
      bizTransactionList: [{ type: 'po' }, { type: 'desadv' }],
      epcList: [expect.stringMatching(/^urn:epc:id:sscc:/)],
      childEPCs: [],
      extension: {
        lotNumber: null,
        expirationDate: null,
        source: [
          { type: 'owning_party', sgln: 'urn:epc:id:sgln:038888.100000.0' },
          { type: 'location', sgln: 'urn:epc:id:sgln:038888.100017.0' },
        ],
        destination: [{ type: 'owning_party' }, { type: 'location' }],
      },
    })
    const packed = readDetails(edited(document, 'bizstep:packing', 'bizstep:paking')).events?.items[0]
    expect(packed).toMatchObject({ type: 'AggregationEvent', epcList: [], childEPCs: { length: 2 } })
    const made = readDetails(edited(document, 'disp:active', 'disp:aktive')).events?.items[0]
    expect(made?.extension).toMatchObject({ lotNumber: 'MF26A', expirationDate: '2028-06-30' })
  })

  test('include an incomplete location, and the id of a location without a description', () => {
    const withoutCity = edited(document, /<attribute id="urn:epcglobal:cbv:mda#city">[^<]*<\/attribute>/, '')
    expect(readDetails(withoutCity).locationVocabulary?.items).toEqual([
      {
        sgln: 'urn:epc:id:sgln:038888.100000.0',
        name: 'Northway Wholesale',
        streetAddressOne: '400 Harbor Blvd',
        city: null,
        state: 'OH',
        postalCode: '43215',
        countryCode: 'US',
      },
    ])
    const unknown = edited(document, /(?<=<bizLocation>\s*<id>)[^<]*/, 'urn:epc:id:sgln:038888.777777.0')
    expect(readDetails(unknown).locationVocabulary?.items).toMatchObject([{ sgln: 'urn:epc:id:sgln:038888.777777.0', name: null }])
  })

  test('include each med with the package that contains it', () => {
    const nobody = 'urn:epc:id:sgtin:038801.0050060.NOBODY'
    const { meds } = readDetails(edited(document, '</childEPCs>', `<epc>${nobody}</epc></childEPCs>`))
    expect(meds?.items).toEqual([{ sgtin: nobody, parentSgtin: expect.stringMatching(/^urn:epc:id:sgtin:038801\.5050060\./) }])
  })

  test('include a product without a dosage form', () => {
    const { medVocabulary } = readDetails(edited(document, '>TABLET, FILM COATED<', '>null<'))
    expect(medVocabulary?.items).toEqual([
      {
        sgtin: 'urn:epc:idpat:sgtin:038801.0050060.*',
        additionalTradeItemIdentification: '8801-0500-60',
        additionalTradeItemIdentificationTypeCode: 'US_FDA_NDC',
        regulatedProductName: 'Metformin HCl',
        manufacturerOfTradeItemPartyName: 'Alderbrook Pharma',
        dosageFormType: null,
        strengthDescription: '500 mg',
        netContentDescription: '60 tablets',
      },
    ])
  })
})
