import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'

const saved: { name: string; bytes: Promise<number[]> }[] = []

/** Replaces the browser functions with which the app saves a file (an object URL and a click on a link to it), and collects the files in `saved`. */
function catchSaved(): void {
  const blobs = new Map<string, Blob>()
  URL.createObjectURL = (blob: Blob) => {
    blobs.set(`blob:${blobs.size}`, blob)
    return `blob:${blobs.size - 1}`
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const bytes = blobs.get(this.href)?.arrayBuffer() ?? Promise.reject(new Error(`nothing at ${this.href}`))
    saved.push({ name: this.download, bytes: bytes.then((buffer) => [...new Uint8Array(buffer)]) })
  })
}

const PATH = '/demo/epcis/file/generator'
const MAKE = 'order.createOneDemoepcisfile'
const answers = {
  'order.readDemoProducts': () => [
    { ndc: '8801-0500-60', name: 'Metformin HCl', maker: 'Alderbrook', strength: '500 mg', content: '60 tablets' },
    { ndc: '88123-771-30', name: 'Amoxicillin', maker: 'Fenwick', strength: '500 mg', content: '30 capsules' },
  ],
  [MAKE]: () => ({
    epcisFilename: 'demo.xml',
    epcisBuffer: { type: 'Buffer', data: [60, 97] },
    epcisBarcodeFilename: 'demo_barcodes.pdf',
    epcisBarcodeBuffer: { type: 'Buffer', data: [37, 80] },
  }),
}

beforeEach(() => {
  saved.length = 0
  catchSaved()
})

describe('the page for demo EPCIS files', () => {
  test('[DEMO-001 DEMO-002 DEMO-004] says whom it is for, and Download Sample downloads both files', async () => {
    const { inputs } = showApp(PATH, { answers })
    expect(await screen.findByText(/sales representatives only/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Download Sample' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['demo.xml', 'demo_barcodes.pdf']))
    expect(await Promise.all(saved.map(({ bytes }) => bytes))).toEqual([
      [60, 97],
      [37, 80],
    ])
    expect(inputs(MAKE)).toEqual([
      {
        products: [
          { ndc: '8801-0500-60', quantity: 12 },
          { ndc: '88123-771-30', quantity: 12 },
        ],
        hierarchy: 'pallets',
        perCase: 12,
        casesPerPallet: 8,
        faults: [],
        customerLocationId: 1,
      },
    ])
  })

  test('sends the selected products, quantities, packing and faults', async () => {
    const { inputs } = showApp(PATH, { answers })
    const metformin = await screen.findByLabelText('Metformin HCl 500 mg, 60 tablets')
    await userEvent.clear(metformin)
    const amoxicillin = screen.getByLabelText('Amoxicillin 500 mg, 30 capsules')
    await userEvent.clear(amoxicillin)
    expect(screen.getByRole('button', { name: 'Download Sample' })).toHaveProperty('disabled', true)
    await userEvent.type(amoxicillin, '7')
    await userEvent.selectOptions(screen.getByLabelText('Packed as'), 'cases')
    await userEvent.click(screen.getByLabelText('No transaction statement'))
    await userEvent.click(screen.getByRole('button', { name: 'Download Sample' }))
    await waitFor(() =>
      expect(inputs(MAKE)).toMatchObject([
        { products: [{ ndc: '88123-771-30', quantity: 7 }], hierarchy: 'cases', faults: ['noStatement'] },
      ]),
    )
  })

  test('[SHELL-032] does not exist in production', async () => {
    const none = {
      'order.readDemoProducts': () => {
        throw refusal('not_in_production', 'This is not available in production.', 404)
      },
    }
    showApp(PATH, { answers: none })
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  })
})
