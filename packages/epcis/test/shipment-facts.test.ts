import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reportText } from '../src/cli-text.ts'
import { findRestatements, SAME_SHIPMENT_MS, type StatedShipment } from '../src/restatements.ts'
import { collectedFolder } from './collected.ts'
import { edited, smallDocument, validate } from './helpers.ts'

const MARK = '<gs1ushc:dropShipment>false</gs1ushc:dropShipment>'
const marked = (to: string) => edited(smallDocument(), MARK, to)
const factsOf = (text: string) => validate(text).document

describe('the drop-shipment flag', () => {
  test('is read from the shipping event', () => {
    expect(factsOf(smallDocument())).toMatchObject({
      dropShipment: 'no',
      guidelineFacts: [{ name: 'dropShipment', isVendor: false, value: 'false', isInHeader: false, events: [9] }],
    })
    expect(factsOf(marked(MARK.replace('false', ' TRUE ')))).toMatchObject({ dropShipment: 'yes', warnings: [] })
    expect(factsOf(marked('')).dropShipment).toBeNull()
    expect(factsOf(marked(MARK.replace('false', 'perhaps'))).dropShipment).toBeNull()
  })

  test("is read in a vendor's extension of the event, at any depth", () => {
    const vendor =
      '<tl:shippingEventExtensions xmlns:tl="http://x.example"><tl:more><tl:dropShipmentIndicator tl:kind="a">true</tl:dropShipmentIndicator></tl:more></tl:shippingEventExtensions>'
    expect(factsOf(marked(vendor))).toMatchObject({
      dropShipment: 'yes',
      guidelineFacts: [{ name: 'dropShipmentIndicator', isVendor: true, value: 'true', events: [9] }],
    })
  })

  test('is read from the header, whether it is in the guideline’s element or in a vendor’s', () => {
    const header = (xml: string) => edited(marked(''), '</EPCISHeader>', `${xml}</EPCISHeader>`)
    expect(factsOf(header(MARK.replace('false', 'true')))).toMatchObject({
      dropShipment: 'yes',
      guidelineFacts: [{ isInHeader: true, events: [] }],
    })
    const vendor = '<v:data xmlns:v="http://x.example"><v:dropShipment>1</v:dropShipment></v:data>'
    expect(factsOf(header(vendor))).toMatchObject({ dropShipment: 'yes', guidelineFacts: [{ isVendor: true, isInHeader: true }] })
  })

  test('is also read from the event and from the header of EPCIS 2.0', () => {
    const xml = edited(smallDocument({ format: 'xml20' }), MARK, MARK.replace('false', 'true'))
    expect(factsOf(xml).dropShipment).toBe('yes')
    const json = JSON.parse(smallDocument({ format: 'json' }))
    const event = json.epcisBody.eventList.at(-1)
    delete event['gs1ushc:dropShipment']
    expect(factsOf(JSON.stringify(json)).dropShipment).toBeNull()
    event['gs1ushc:dropShipment'] = true
    expect(factsOf(JSON.stringify(json)).dropShipment).toBe('yes')
    delete event['gs1ushc:dropShipment']
    json.epcisHeader['gs1ushc:dropShipment'] = true
    expect(factsOf(JSON.stringify(json)).dropShipment).toBe('yes')
  })

  test('is reported as contradictory if the document says both true and false', () => {
    const document = factsOf(marked(`${MARK}${MARK.replace('false', 'true')}`))
    expect(document.dropShipment).toBe('mixed')
    expect(document.warnings).toMatchObject([{ code: 'dropShipment' }])
  })

  test('in a commissioning event is ignored', () => {
    const other = edited(marked(''), '</ObjectEvent>', `${MARK.replace('false', 'true')}</ObjectEvent>`)
    expect(factsOf(other)).toMatchObject({ dropShipment: null, guidelineFacts: [] })
  })

  test('is in the text report', () => {
    const report = reportText('a.xml', validate(marked(MARK.replace('false', 'true'))), null, (_, text) => text)
    expect(report).toContain('note The document marks a drop shipment')
    expect(reportText('a.xml', validate(smallDocument()), null, (_, text) => text)).not.toContain('drop shipment')
  })
})

describe('other elements of the guideline', () => {
  test('are read: the direct-purchase statement with its qualifier, the number of units bought indirectly, and the transaction date', () => {
    const direct = `<gs1ushc:directPurchase qualifier="PARTIALLY_DIRECT"><gs1ushc:directPurchaseStatement>We bought it.</gs1ushc:directPurchaseStatement>
      <gs1ushc:indirectPurchaseEPCs><epc>urn:epc:id:sgtin:1.1.1</epc><epc>urn:epc:id:sgtin:1.1.2</epc></gs1ushc:indirectPurchaseEPCs></gs1ushc:directPurchase>
      <gs1ushc:transactionDate>2026-09-28</gs1ushc:transactionDate>`
    expect(factsOf(marked(direct)).guidelineFacts.map(({ name, value }) => [name, value])).toEqual([
      ['directPurchaseStatement', 'We bought it.'],
      ['indirectPurchaseEPCs', '2'],
      ['directPurchase', 'PARTIALLY_DIRECT'],
      ['transactionDate', '2026-09-28'],
    ])
  })

  test('are kept up to a maximum number, and a long value is truncated', () => {
    const many = Array.from({ length: 300 }, (_, at) => `<gs1ushc:transactionDate>${at}</gs1ushc:transactionDate>`)
    const { guidelineFacts } = factsOf(marked([`<gs1ushc:transactionDate>${'x'.repeat(5000)}</gs1ushc:transactionDate>`, ...many].join('')))
    expect(guidelineFacts).toHaveLength(100)
    expect(guidelineFacts[0]?.value).toHaveLength(1000)
  })

  test('do not make a document malformed or change its number of events, however deeply they are nested', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('dropShipment', 'directPurchase', 'epc', 'x', 'transactionDate'), { maxLength: 12 }),
        (names) => {
          const open = names.map((name) => `<gs1ushc:${name}>`).join('')
          const close = names.toReversed().map((name) => `</gs1ushc:${name}>`)
          const { verdict, events } = validate(marked(`${open}true${close.join('')}`))
          expect([verdict, events]).toEqual([expect.not.stringMatching('malformed'), 9])
        },
      ),
    )
  })
})

/** The document with its shipping event twice; `change` alters the first of the two. */
function shippedTwice(change: (event: string) => string): string {
  const document = smallDocument()
  const start = document.lastIndexOf('      <ObjectEvent>')
  const end = document.indexOf('</ObjectEvent>', start) + '</ObjectEvent>\n'.length
  const event = document.slice(start, end)
  return document.slice(0, start) + change(event) + event + document.slice(end)
}

const earlierBy = (ms: number) => (event: string) =>
  event.replace(/<eventTime>(.*)<\/eventTime>/, (_, time) => `<eventTime>${new Date(Date.parse(time) - ms).toISOString()}</eventTime>`)

describe('a shipment that is stated twice', () => {
  test('counts once, with the later event', () => {
    const { restatements, warnings } = factsOf(shippedTwice(earlierBy(1000)))
    expect(restatements).toEqual([{ event: 9, by: 10 }])
    expect(warnings.at(-1)).toMatchObject({ code: 'restatedShipment', message: expect.stringContaining('Event 9 ships the same units') })
  })

  test.each([
    ['after more than a day', earlierBy(SAME_SHIPMENT_MS + 1)],
    ['with another purchase order', (event: string) => event.replace('PO-100234', 'PO-2')],
    ['to another location', (event: string) => event.replace('039999.345678.0</destination>', '039999.999999.0</destination>')],
    ['with fewer units', (event: string) => event.replace(/<epc>.*<\/epc>/, '<epc>urn:epc:id:sscc:038888.00000000017</epc>')],
    ['without a time', (event: string) => event.replace(/<eventTime>.*<\/eventTime>/, '')],
  ])('counts as two shipments if the second one is stated %s', (_, change) =>
    expect(factsOf(shippedTwice(change)).restatements).toEqual([]),
  )

  const shipment = fc.record({
    time: fc.oneof(
      fc.integer({ min: 0, max: 3 }).map((days) => days * SAME_SHIPMENT_MS),
      fc.integer({ min: 0, max: 3 * SAME_SHIPMENT_MS }),
    ),
    matter: fc.constantFrom('a', 'b'),
    units: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }).map((ids) => Int32Array.from(ids).sort()),
  })
  const shipments = fc.array(shipment, { maxLength: 12 }).map((list) => list.map((one, at): StatedShipment => ({ ...one, event: at + 1 })))

  test('is detected whatever the order of its events, and each ignored event has a counted event of the same shipment at the same time or later', () => {
    fc.assert(
      fc.property(shipments, fc.integer(), (list, seed) => {
        const found = findRestatements(list)
        const shuffled = list.toSorted((one, other) => ((one.event * 7919 + seed) % 31) - ((other.event * 7919 + seed) % 31))
        expect(findRestatements(shuffled)).toEqual(found)
        const dropped = new Set(found.map(({ event }) => event))
        for (const { event, by } of found) {
          const [one, other] = [list[event - 1], list[by - 1]]
          expect([one?.matter, String(one?.units)]).toEqual([other?.matter, String(other?.units)])
          expect((other?.time ?? 0) - (one?.time ?? 0)).toBeLessThanOrEqual(SAME_SHIPMENT_MS)
          let counts = by
          while (dropped.has(counts)) counts = found.find((next) => next.event === counts)?.by ?? 0
          expect(list[counts - 1]?.time).toBeGreaterThanOrEqual(one?.time ?? 0)
        }
        // If several events of the same shipment were not dropped, any two of them must be more than a day apart.
        const counted = list.filter(({ event }) => !dropped.has(event))
        for (const same of Map.groupBy(counted, ({ matter, units }) => `${matter} ${units}`).values()) {
          const times = same.map(({ time }) => time).sort((one, other) => one - other)
          for (const [at, time] of times.entries()) if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThan(SAME_SHIPMENT_MS)
        }
      }),
    )
  })
})

const folder = collectedFolder()

describe.skipIf(folder === null)('collected documents', () => {
  const read = (name: string) => validate(readFileSync(`${folder}epcis-xml/${name}`)).document

  test('include one whose shipping event says that it is no drop shipment, and another that a vendor extension marks as a drop shipment', () => {
    expect(read('gs1us-r13-direct-purchase-2.2.1.1.xml').dropShipment).toBe('no')
    expect(read('tracelink-sample-a.xml')).toMatchObject({
      dropShipment: 'yes',
      guidelineFacts: expect.arrayContaining([expect.objectContaining({ name: 'dropShipmentIndicator', isVendor: true, value: 'true' })]),
    })
  })

  test('include a document that states a partially direct purchase and lists one unit that was not bought directly', () => {
    const facts = read('tp-partially-direct.xml').guidelineFacts.map(({ name, value }) => [name, value?.slice(0, 20)])
    expect(facts).toContainEqual(['directPurchase', 'PARTIALLY_DIRECT'])
    expect(facts).toContainEqual(['indirectPurchaseEPCs', '1'])
  })
})
