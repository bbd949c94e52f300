import { makeDocument } from '@seriatim/epcis'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showApp } from '../../../test-app.tsx'
import { checkFile, type PrecheckMessage, sniffFile } from './precheck.ts'

/** Stands in for the browser's worker: runs the worker's code on the test's own thread. */
class SameThread {
  static ended = 0
  onmessage: ((event: { data: PrecheckMessage }) => void) | null = null
  onerror: (() => void) | null = null
  postMessage(file: File) {
    void checkFile(file, new Date(), (data) => this.onmessage?.({ data }))
  }
  terminate() {
    SameThread.ended += 1
  }
}

const order = (faults: ('missingReadPoint' | 'notShipped')[]) =>
  [
    ...makeDocument({
      meds: 8,
      perCase: 2,
      casesPerPallet: 2,
      now: new Date('2026-01-05T12:00:00Z'),
      serialSeed: 'web',
      instanceIdentifier: 'W-1',
      faults,
    }),
  ].join('')

function pick(content: BlobPart, name = 'order.xml') {
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!picker) throw new Error('no file picker')
  fireEvent.change(picker, { target: { files: [new File([content], name, { type: 'text/xml' })] } })
}

describe('the check before sending', () => {
  const sent: string[] = []
  beforeEach(() => {
    sent.length = 0
    vi.stubGlobal('Worker', SameThread)
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        open(_method: string, path: string) {
          sent.push(path)
        }
        setRequestHeader() {}
        send() {}
        abort() {}
      },
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  test('reports that the server will check a zip that the browser cannot unpack', async () => {
    vi.stubGlobal('DecompressionStream', undefined)
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    await screen.findByRole('heading', { level: 1, name: 'Upload An Order' })
    pick('PK\u0003\u0004', 'order.zip')
    expect(await screen.findByRole('heading', { name: 'Zip files are checked after they are uploaded' })).toBeTruthy()
  })

  test('shows the server’s message for an invalid zip, and asks the user to unpack a gzip file', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    await screen.findByRole('heading', { level: 1, name: 'Upload An Order' })
    pick('PK\u0003\u0004', 'order.zip')
    expect(await screen.findByText('The zip file is damaged.')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No order can be created from this file' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send it anyway' })).toBeTruthy()
    pick(new Uint8Array([0x1f, 0x8b, 8]), 'order.xml.gz')
    expect(await screen.findByText(/this looks like a gzip archive: unpack it first/)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('identifies a file that is not XML before the file is sent', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    await screen.findByRole('heading', { level: 1, name: 'Upload An Order' })
    pick('PO,GTIN,Serial\n1,2,3')
    expect(await screen.findByRole('heading', { name: 'No order can be created from this file' })).toBeTruthy()
    expect(screen.getByText(/a table \(CSV\)/)).toBeTruthy()
    pick('')
    expect(await screen.findByText(/empty/)).toBeTruthy()
  })

  test('shows what the sender has to fix, and sends nothing until the user chooses to send the file anyway', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    await screen.findByRole('heading', { level: 1, name: 'Upload An Order' })
    pick(order(['missingReadPoint']))
    expect(await screen.findByRole('heading', { name: '2 findings' })).toBeTruthy()
    expect(screen.getByText('The packing event does not say where it happened (read point)')).toBeTruthy()
    expect(screen.getByText('EventListReadPointError')).toBeTruthy()
    expect(sent).toEqual([])

    pick(order([]), 'other.xml')
    expect(await screen.findByRole('heading', { name: 'No problems found: ready to send' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send it anyway' })).toBeNull()
    expect(SameThread.ended).toBeGreaterThan(0)

    pick('<html></html>')
    expect(await screen.findByRole('heading', { name: 'No order can be created from this file' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Send it anyway' }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('recognizes XML by its first bytes, and reports its progress', async () => {
    const kinds = await Promise.all(['\ufeff <a/>', 'PK\u0003\u0004', '{"type":1}', ''].map((text) => sniffFile(new Blob([text]))))
    expect(kinds.map(({ kind }) => kind)).toEqual(['xml', 'zip', 'other', 'empty'])
    const said: PrecheckMessage[] = []
    await checkFile(new Blob([order([])]), new Date(), (message) => said.push(message))
    expect(said.at(-1)).toMatchObject({ validation: { verdict: 'ok', meds: 8 } })
  })
})
