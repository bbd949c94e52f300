import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { decode } from '@seriatim/gs1'
import type { FastifyInstance } from 'fastify'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { useTestDb } from '../fixtures.ts'
import { importText, newCustomer, type TestCustomer } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
let customer: TestCustomer
let rest: Rest
beforeAll(async () => {
  app = await t.app()
  customer = await newCustomer(t)
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) } })
  rest = makeRestClient(app, await t.signIn(customer.staff))
})

const PATH = '/order/create/one/demoepcisfile'

interface Answer {
  epcisFilename: string
  epcisBuffer: { type: string; data: number[] }
  epcisBarcodeFilename: string
  epcisBarcodeBuffer: { type: string; data: number[] }
}
const bytes = ({ data }: { data: number[] }) => Uint8Array.from(data)
const readXml = (answer: Answer) => Buffer.from(bytes(answer.epcisBuffer)).toString('utf8')

/** Reads the barcodes off the printed pages, as a scanner does. */
async function scanPaper(answer: Answer): Promise<string[]> {
  const document = await getDocument({ data: bytes(answer.epcisBarcodeBuffer), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: 2.5 })
    const canvas = createCanvas(viewport.width, viewport.height)
    await page.render({ canvas: canvas as never, viewport }).promise // the types require a browser's canvas; this one has the same interface in Node
    const codes = await readBarcodes(canvas.toBuffer('image/png'), { formats: ['DataMatrix'], maxNumberOfSymbols: 255, textMode: 'Plain' })
    texts.push(...codes.map((code) => code.text))
  }
  return texts
}

describe('the demo file', () => {
  test('[DEMO-003 REST-029] needs no input and returns a document and its barcodes in the documented form', async () => {
    const { status, json } = await rest.post(PATH, {})
    expect(status).toBe(200)
    expect(json).toEqual({
      epcisFilename: expect.stringMatching(/^demo_\d{4}-\d\d-\d\d_[0-9A-F]{4}\.xml$/),
      epcisBuffer: { type: 'Buffer', data: expect.any(Array) },
      epcisBarcodeFilename: expect.stringMatching(/_barcodes\.pdf$/),
      epcisBarcodeBuffer: { type: 'Buffer', data: expect.any(Array) },
    })
    expect(readXml(json)).toContain('EPCISDocument')
    expect(Buffer.from(bytes(json.epcisBarcodeBuffer)).subarray(0, 5).toString()).toBe('%PDF-')
    const upload = await importText(t, customer.staff, readXml(json))
    expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 48 })
  })

  test.each(['units', 'cases', 'pallets'] as const)(
    'comes with printed codes; scanning them receives the whole order, whether it is packed as units, cases or pallets (%s)',
    async (hierarchy) => {
      const input = {
        products: [
          { ndc: '8801-0500-60', quantity: 5 },
          { ndc: '88123-771-30', quantity: 2 },
        ],
        hierarchy,
        perCase: 3,
        casesPerPallet: 2,
        customerLocationId: customer.main.id,
      }
      const { json } = await rest.post(PATH, input)
      const upload = await importText(t, customer.staff, readXml(json))
      expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 7 })
      const scans = await scanPaper(json)
      expect(scans).toHaveLength({ units: 7, cases: 10, pallets: 12 }[hierarchy])
      const documentId = upload.documentId ?? 0
      const order = t.as(customer.staff).order
      const read = scans.map((scan) => {
        const decoded = decode(scan)
        if (!decoded.ok) throw new Error(decoded.error.message)
        return decoded.value
      })
      // Receiving the pallets receives everything on them. Units that are not on a pallet have to be received one by one.
      const [pallets, others] = [read.filter((scan) => scan.sscc), read.filter((scan) => !scan.sscc)]
      for (const { sscc } of pallets)
        await order.updateReceiveManyByShippingContainerCode({ documentId, shippingContainerCode: sscc ?? '' })
      expect((await order.readOneById({ documentId })).amountNotReceived).toBe(hierarchy === 'pallets' ? 0 : 7)
      for (const { serialNumber, gtin14 } of others)
        await order.updateReceiveManyBySerialnumber({ documentId, serialNumber: serialNumber ?? '', gtin: gtin14 ?? '' })
      expect((await order.readOneById({ documentId })).amountNotReceived).toBe(0)
      const unit = others.find((scan) => scan.lotNumber)
      expect(unit).toMatchObject({
        lotNumber: expect.stringMatching(/^(MF26A|AX26B)$/),
        expirationDate: expect.stringMatching(/^\d{4}-06-30$/),
      })
    },
  )

  test('contains exactly the requested errors', async () => {
    const found = async (faults: string[]) => {
      const { json } = await rest.post(PATH, { faults, perCase: 6, hierarchy: 'cases' })
      const upload = await importText(t, customer.staff, readXml(json))
      const order = await t.as(customer.staff).order.readOneById({ documentId: upload.documentId ?? 0 })
      const kinds = [...new Set(upload.findingList.map((finding) => finding.type))]
      return { kinds, meds: upload.amountOfMeds, isAffirmed: order.transactionStatement }
    }
    expect(await found([])).toEqual({ kinds: [], meds: 48, isAffirmed: true })
    expect((await found(['missingReadPoint'])).kinds).toHaveLength(1)
    expect((await found(['missingDosageForm'])).kinds).toHaveLength(1)
    expect((await found(['noStatement'])).isAffirmed).toBe(false)
    expect((await found(['notShipped'])).meds).toBe(42)
  })

  test('is not created for an invalid request, which gets an error message', async () => {
    const tooMany = {
      products: [
        { ndc: '8801-0500-60', quantity: 500 },
        { ndc: '8801-0010-30', quantity: 1 },
      ],
    }
    expect(await rest.post(PATH, tooMany)).toMatchObject({
      status: 400,
      json: { payload: { msg: expect.stringContaining('at most 500 packages') } },
    })
    expect((await rest.post(PATH, { products: [{ ndc: '0', quantity: 1 }] })).status).toBe(400)
    expect((await rest.post(PATH, { products: [{ ndc: '8801-0500-60', quantity: -1 }] })).status).toBe(400)
    expect((await rest.post(PATH, { customerLocationId: customer.branch.id })).status).toBe(404)
  })
})

test('[SHELL-032] in production, neither the call for a demo file nor the list of demo products exists', async () => {
  const { isProduction } = t.config
  Object.assign(t.config, { isProduction: true })
  try {
    expect(await rest.post(PATH, {})).toMatchObject({ status: 404 })
    await expect(t.as(customer.staff).order.readDemoProducts()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  } finally {
    Object.assign(t.config, { isProduction })
  }
})
