import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ShipmentDocument, type ShipmentPlace, sampleReceiver, sampleSender, writeShipment } from '../src/index.ts'
import { collectedFolder } from './collected.ts'
import { validate } from './helpers.ts'

const corpus = collectedFolder()
const xmllint = ['/usr/bin/xmllint', '/usr/local/bin/xmllint'].find((path) => existsSync(path))

const asPlace = ({ gln: _, ...place }: typeof sampleSender.owner): ShipmentPlace => ({ ...place, country: 'US' })
const maker: ShipmentPlace = {
  sgln: 'urn:epc:id:sgln:0388012.00000.0',
  name: 'Alderbrook <Pharma> & Co',
  street: '1 Mill Rd',
  city: 'Albany',
  state: 'NY',
  postalCode: '12203',
  country: 'US',
}
const happened = { time: '2026-09-01T10:00:00Z', offset: '-04:00', place: maker.sgln }
const product = {
  pattern: 'urn:epc:idpat:sgtin:038801.0050060.*',
  name: 'Metformin HCl',
  maker: maker.name,
  form: 'TABLET',
  strength: '500 mg',
  content: '60 tablets',
}
const ilmd = { lotNumber: 'MF"26', expirationDate: '2028-06-30' }

const shipment = (changes: Partial<ShipmentDocument> = {}): ShipmentDocument => ({
  guideline: 'r13',
  instanceIdentifier: 'S-1',
  createdAt: new Date('2026-10-01T14:00:00.123Z'),
  sender: { owner: asPlace(sampleReceiver.owner), location: asPlace(sampleReceiver.location) },
  receiver: { owner: asPlace(sampleSender.owner), location: asPlace(sampleSender.location) },
  places: [maker],
  products: [
    { ...product, ndc: '8801-0500-60' },
    { ...product, pattern: 'urn:epc:idpat:sgtin:038801.5050060.*', ndc: '8801-0500-60' },
  ],
  commissionings: [
    { ...happened, epcs: ['urn:epc:id:sgtin:038801.0050060.A%2F1', 'urn:epc:id:sgtin:038801.0050060.A2'], ilmd },
    { ...happened, epcs: ['urn:epc:id:sgtin:038801.0050060.B1'], ilmd: { ...ilmd, lotNumber: 'OTHER' } },
    { ...happened, epcs: ['urn:epc:id:sgtin:038801.5050060.C1'], ilmd },
  ],
  packings: [
    {
      ...happened,
      parent: 'urn:epc:id:sgtin:038801.5050060.C1',
      children: ['urn:epc:id:sgtin:038801.0050060.A%2F1', 'urn:epc:id:sgtin:038801.0050060.A2'],
    },
  ],
  epcs: ['urn:epc:id:sgtin:038801.5050060.C1', 'urn:epc:id:sgtin:038801.0050060.B1'],
  shipped: { at: new Date('2026-10-01T14:00:00Z'), offset: '-04:00' },
  papers: [
    { type: 'po', gln: '0388881000009', number: 'PO-1' },
    { type: 'desadv', gln: '0399993456780', number: 'S-1' },
  ],
  hasStatement: true,
  ...changes,
})

const written = (changes?: Partial<ShipmentDocument>) => [...writeShipment(shipment(changes))].join('')
const asR12: Partial<ShipmentDocument> = {
  guideline: 'r12',
  products: shipment().products.map((one) => ({ ...one, ndc: '08801050060' })),
}
const VARIANTS: readonly (readonly [name: string, changes: Partial<ShipmentDocument>])[] = [
  ['by guideline R1.3', {}],
  ['by guideline R1.2', asR12],
  ['that takes a shipment back', { voided: { at: new Date('2026-10-01T15:00:00Z'), offset: '-04:00' } }],
]

describe('the document of a shipment', () => {
  test.each(VARIANTS)('passes validation without findings or warnings if it is a document %s', (_, changes) => {
    const { findings, document, verdict } = validate(written(changes))
    expect({ findings, warnings: document.warnings, verdict }).toEqual({ findings: [], warnings: [], verdict: 'ok' })
  })

  test('states the guideline version and the drop-shipment flag under R1.3, but not under R1.2', () => {
    expect(written()).toContain('<gs1ushc:guidelineVersion>GS1 US DSCSA R1.3</gs1ushc:guidelineVersion>')
    expect(written()).toContain('<gs1ushc:dropShipment>false</gs1ushc:dropShipment>')
    expect(written(asR12)).not.toMatch(/guidelineVersion|dropShipment|US_FDA_NDC/)
  })

  test('contains only a void_shipping event if it is the document that voids the shipment', () => {
    const text = written(VARIANTS[2]?.[1])
    expect(text.match(/bizstep:\w+/g)).toEqual(['bizstep:void_shipping'])
  })

  test('has no transaction statement if the transfer needs none, and our validator then warns the reader', () => {
    const { findings, document } = validate(written({ hasStatement: false }))
    expect(findings).toEqual([])
    expect(document.warnings.map(({ code }) => code)).toEqual(['transactionStatement'])
  })

  test.skipIf(corpus === null || xmllint === undefined).each(VARIANTS)('is valid by the EPCIS 1.2 schema: one %s', (_, changes) => {
    const folder = mkdtempSync(join(tmpdir(), 'shipment-xsd-'))
    try {
      const path = join(folder, 'shipment.xml')
      writeFileSync(path, written(changes))
      const schema = join(corpus ?? '', 'xsd/epcis-1.2/EPCglobal-epcis-1_2.xsd')
      const { status, stderr } = spawnSync(xmllint ?? '', ['--noout', '--schema', schema, path], { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: `${path} validates\n` })
      expect(readFileSync(path, 'utf8')).toContain('Alderbrook &lt;Pharma&gt; &amp; Co')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
