import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { me, refusal, showApp } from '../../test-app.tsx'
import { setZone } from '../../ui/text/format.ts'
import { toast } from '../../ui/toast/toast.ts'

const row = (id: number, more: { findings?: number; [field: string]: unknown } = {}) => ({
  id,
  filename: `northway-${id}.xml`,
  size: 212_000,
  timeStamp: '2026-09-16T13:29:00.000Z',
  by: 'Dana Ruiz',
  status: 'imported',
  outcome: { kind: 'made', facts: { findings: more.findings ?? 0 } },
  documentId: id + 100,
  ticketNumber: null,
  purchaseOrderNumbers: ['88221-01'],
  findings: 0,
  progress: null,
  ...more,
})
const detail = (id: number, more: { findings?: number; [field: string]: unknown } = {}) => ({
  ...row(id, more),
  senderName: 'Northway Wholesale',
  locationName: '412 Park Avenue',
  placedBy: null,
  amountOfMeds: 144,
  packages: 13,
  events: 29,
  notShipped: 12,
  seconds: 0.4,
  unknownGlns: [],
  findingList: [],
  truncated: {},
  ...more,
})
const finding = (more: object) => ({
  type: 'EventListReadPointError',
  severity: 'reject',
  message: 'The event does not say where it happened.',
  hint: 'The sender must add a read point.',
  section: 'Events',
  path: null,
  line: 412,
  column: 1,
  event: 1,
  value: null,
  ...more,
})

/** An XMLHttpRequest that responds immediately. */
class FakeRequest {
  static answer = { status: 200, body: '{"uploadId":5,"status":"processing"}' }
  static sent: string[] = []
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  status = 0
  responseText = ''
  open(_method: string, path: string) {
    FakeRequest.sent.push(path)
  }
  setRequestHeader() {}
  abort() {}
  send() {
    this.upload.onprogress?.({ loaded: 6, total: 12, lengthComputable: true })
    setTimeout(() => {
      this.status = FakeRequest.answer.status
      this.responseText = FakeRequest.answer.body
      if (this.status === 0) this.onerror?.()
      else this.onload?.()
    })
  }
}

const pick = async (name = 'northway-5.xml') => {
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!picker) throw new Error('no file picker')
  fireEvent.change(picker, { target: { files: [new File(['<epcis/>'], name, { type: 'text/xml' })] } })
  const [button] = await screen.findAllByRole('button', { name: 'Upload' })
  if (button) await userEvent.click(button)
}

beforeEach(() => {
  setZone('America/New_York')
  FakeRequest.answer = { status: 200, body: '{"uploadId":5,"status":"processing"}' }
  FakeRequest.sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => vi.unstubAllGlobals())

describe('the “Upload an Order” page', () => {
  test('[ORDER-001 ORDER-003 SHELL-028] has a file chooser and an Upload button, and lists the accepted files', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Upload An Order' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Choose file' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Upload' }).length).toBeGreaterThan(0)
    expect(
      screen.getByText('Only EPCIS XML files and EPCIS 2.0 JSON files are accepted: a single file, or a zip of up to 100.'),
    ).toBeTruthy()
    expect(document.querySelector('input[type=file]')?.getAttribute('accept')).toContain('.xml')
  })

  test('[ORDER-002] shows a red message when Upload is pressed without a file', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    const [button] = await screen.findAllByRole('button', { name: 'Upload' })
    if (button) await userEvent.click(button)
    expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'No file selected' }])
    expect(FakeRequest.sent).toEqual([])
  })

  test('[ORDER-013] sends the file, polls in the background, and links to receiving', async () => {
    const states = [
      detail(5, { status: 'processing', documentId: null, progress: { done: 64, total: 100, phase: 'reading', secondsLeft: 20 } }),
      detail(5),
    ]
    const { calls, history } = showApp('/orderupload', {
      answers: { 'file.readManyUploads': () => [row(5)], 'file.readOneUpload': () => (states.length > 1 ? states.shift() : states[0]) },
    })
    await pick()
    expect(FakeRequest.sent).toEqual(['/api/v1/file/upload/order?wait=0'])
    expect(await screen.findByText(/64% of 100 B, 20 s left/)).toBeTruthy()
    expect(history?.at(-1)).toBe('/orderupload?upload=5')
    expect(await screen.findByRole('heading', { name: 'Order created' })).toBeTruthy()
    expect(calls.filter((call) => call.path === 'file.readOneUpload').every((call) => call.background)).toBe(true)
    // The page shows the result, not a toast.
    expect(toast.get()).toEqual([])
    const links = screen.getAllByRole('link', { name: 'Receive this order' })
    expect(links.map((link) => link.getAttribute('href'))).toContain('/orders/receive/105')
  })

  test('[FILE-005] shows a failed upload, with the server’s message if there is one', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    FakeRequest.answer = { status: 0, body: '' }
    await screen.findByText('Drop a file here')
    await pick()
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'Unable to Upload File(s)' }]))
    FakeRequest.answer = { status: 502, body: '<html>Bad gateway</html>' }
    await pick()
    await waitFor(() => expect(toast.get()).toMatchObject([{ message: 'Unable to Upload File(s)' }]))
    FakeRequest.answer = { status: 400, body: '{"type":"ERROR","payload":{"msg":"Only EPCIS XML files are accepted.","class":"error"}}' }
    await pick()
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'Only EPCIS XML files are accepted.' }]))
  })

  test('keeps a file selected when the server cannot accept it right now, and sends it again with one click', async () => {
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [] } })
    const sentence = 'Your company is already uploading eight files.'
    FakeRequest.answer = { status: 503, body: JSON.stringify({ type: 'ERROR', payload: { msg: sentence, class: 'error' } }) }
    await screen.findByText('Drop a file here')
    await pick()
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: sentence }]))
    const [button] = await screen.findAllByRole('button', { name: 'Upload' })
    if (button) await userEvent.click(button)
    await waitFor(() => expect(FakeRequest.sent).toHaveLength(2))
  })

  test('shows figures, the findings of each section without repeats, and the sections without findings', async () => {
    const findingList = [
      finding({}),
      finding({ line: 437 }),
      finding({
        type: 'MedVocabularyError',
        severity: 'warn',
        section: 'Med Vocabulary',
        message: 'One product has no dosage form.',
        line: 96,
      }),
    ]
    showApp('/orderupload?upload=5', {
      answers: {
        'file.readManyUploads': () => [row(5, { findings: 3 })],
        'file.readOneUpload': () => detail(5, { findings: 3, findingList }),
      },
    })
    const panel = await screen.findByRole('region', { name: 'Order created, with 3 findings' })
    expect([...panel.querySelectorAll('dl > div')].map((one) => one.textContent)).toEqual([
      'Packages144',
      'Containers13',
      'Events29',
      'In the file, not shipped12',
    ])
    const events = within(panel).getByRole('region', { name: 'Events' })
    expect(events.textContent).toContain('2 to fix')
    expect(within(events).getAllByRole('listitem')).toHaveLength(1)
    expect(events.textContent).toContain('line 412 and 437')
    expect(panel.textContent).toContain('No problems found in Header, Location vocabulary and Meds.')
  })

  test('offers the findings as text that can be forwarded', async () => {
    const findingList = [finding({}), finding({ line: 437 })]
    const user = userEvent.setup()
    showApp('/orderupload?upload=5', {
      answers: {
        'file.readManyUploads': () => [row(5, { findings: 2 })],
        'file.readOneUpload': () => detail(5, { findings: 2, findingList }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Copy the findings' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
    const text = await navigator.clipboard.readText()
    expect(text).toContain('- To fix: The event does not say where it happened.\n  The sender must add a read point.')
    expect(text).toContain('(EventListReadPointError, 2 times, line 412 and 437)')
  })

  test('removes the result of an earlier file as soon as another is chosen', async () => {
    showApp('/orderupload?upload=5', {
      answers: { 'file.readManyUploads': () => [row(5)], 'file.readOneUpload': () => detail(5) },
    })
    await screen.findByRole('region', { name: 'Order created' })
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!picker) throw new Error('no file picker')
    fireEvent.change(picker, { target: { files: [new File(['%PDF-1.7'], 'slip.pdf')] } })
    expect(await screen.findByText(/slip.pdf, not checked on this computer/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Order created' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Receive this order' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'northway-5.xml' }))
    await screen.findByRole('region', { name: 'Order created' })
    expect(screen.queryByText(/not checked on this computer/)).toBeNull()
    await pick('northway-6.xml')
    await waitFor(() => expect(FakeRequest.sent).toHaveLength(1))
  })

  test('lists the outcome of each upload with its next step', async () => {
    const retried = vi.fn(() => ({ ok: true }))
    const uploads = [
      row(1, { status: 'processing', documentId: null, progress: { done: 1, total: 2, phase: 'reading', secondsLeft: 9 } }),
      row(2, { findings: 3 }),
      row(3, { status: 'exception', outcome: { kind: 'notAddressed', facts: {} }, documentId: null, ticketNumber: 1042 }),
      row(4, { status: 'duplicate', outcome: { kind: 'sentBefore', facts: {} } }),
      row(5, { status: 'refused', documentId: null, outcome: { kind: 'notXml', facts: { looks: 'pdf' } } }),
      row(6, { status: 'elsewhere', documentId: null, outcome: { kind: 'elsewhere', facts: {} } }),
      row(7, { status: 'stopped', documentId: null, outcome: { kind: 'stopped', facts: {} } }),
    ]
    showApp('/orderupload', {
      answers: {
        'file.readManyUploads': () => uploads,
        'file.readOneUpload': () => detail(1, uploads[0]),
        'file.retryOneUpload': retried,
      },
    })
    const table = await screen.findByRole('table', { name: 'Recent uploads' })
    await within(table).findByText('Reading, 9 s left')
    for (const words of [
      'Order created, 3 findings',
      'No order: unknown GLN',
      'Already on file; nothing was added',
      'Refused: this looks like a PDF',
      'Belongs to another location',
      'Stopped',
    ])
      expect(within(table).getByText(words)).toBeTruthy()
    expect(within(table).getByRole('link', { name: 'northway-2.xml' }).getAttribute('href')).toBe('/orderupload?upload=2')
    await userEvent.click(within(table).getByRole('button', { name: 'Try again: northway-3.xml' }))
    expect(retried).toHaveBeenCalledWith({ uploadId: 3 })
  })

  describe('for a document with an unknown GLN', () => {
    const show = (unknownGlns: string[], user: object = {}) =>
      showApp('/orderupload?upload=5', {
        answers: {
          'file.readManyUploads': () => [],
          'file.readOneUpload': () =>
            detail(5, { status: 'exception', documentId: null, outcome: { kind: 'notAddressed', facts: {} }, unknownGlns }),
          'tradingPartner.readOneDraftByUploadid': () => null,
        },
        ...user,
      })

    test('lets an admin of a location add the GLN', async () => {
      show(['0399999999984'])
      const link = await screen.findByRole('link', { name: 'Add GLN 0399999999984' })
      expect(link.getAttribute('href')).toBe('/gln?add=0399999999984')
      expect(screen.getByText('Add the GLN, if it is yours')).toBeTruthy()
      expect(screen.getByText('We don’t know this GLN yet. If it is yours, add it.')).toBeTruthy()
    })

    test('links to all unknown GLNs when the document has several', async () => {
      show(['0399999999984', '0399999999977'])
      expect((await screen.findByRole('link', { name: 'Add a GLN' })).getAttribute('href')).toBe('/gln')
    })

    test('offers no link to a user who administers no location', async () => {
      show(['0399999999984'], {
        user: { ...me, id: 3, userCustomerLocations: me.userCustomerLocations.map((one) => ({ ...one, isAdmin: false })) },
      })
      await screen.findByRole('region', { name: 'No order was created' })
      expect(screen.queryByRole('link', { name: /^Add (a )?GLN/ })).toBeNull()
    })
  })

  test('lets an administrator replace the earlier document with a differing one after giving a reason', async () => {
    const settled = vi.fn(() => ({ ok: true }))
    const answers = {
      'file.readManyUploads': () => [row(5, { status: 'differs', outcome: { kind: 'differs', facts: { identifier: 'DOC-1' } } })],
      'file.readOneUpload': () => detail(5, { status: 'differs', outcome: { kind: 'differs', facts: { identifier: 'DOC-1' } } }),
      'file.settleOneUpload': settled,
    }
    showApp('/orderupload?upload=5', { answers })
    await userEvent.click(await screen.findByRole('button', { name: 'Replace the earlier order…' }))
    const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Void the earlier order' })
    expect(confirm.disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('Reason'), 'Sent twice')
    await userEvent.click(confirm)
    expect(settled).toHaveBeenCalledWith({ uploadId: 5, choice: 'replace', reason: 'Sent twice' })
  })

  test('tells a user who is not an administrator that an administrator decides about the document', async () => {
    const staff = { ...me, id: 3, userCustomerLocations: me.userCustomerLocations.map((one) => ({ ...one, isAdmin: false })) }
    const answers = {
      'file.readManyUploads': () => [],
      'file.readOneUpload': () => detail(5, { status: 'differs', outcome: { kind: 'differs', facts: { identifier: 'DOC-1' } } }),
    }
    showApp('/orderupload?upload=5', { user: staff, answers })
    expect(await screen.findByText(/A location admin decides/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull()
  })

  test('offers the sample order and the generator outside production', async () => {
    const made = vi.fn(() => ({ uploadId: 5 }))
    const answers = {
      'file.readManyUploads': () => [],
      'file.readOneUpload': () => detail(5),
      'order.readDemoProducts': () => [],
      'order.createOneSampleOrder': made,
    }
    showApp('/orderupload', { answers })
    const generator = await screen.findByRole('link', { name: 'create one with barcodes to scan' })
    expect(generator.getAttribute('href')).toBe('/demo/epcis/file/generator')
    await userEvent.click(screen.getByRole('button', { name: 'Try it with a sample order' }))
    await waitFor(() => expect(made).toHaveBeenCalledTimes(1))
  })

  test('offers no sample order or generator in production', async () => {
    const asked = vi.fn(() => {
      throw refusal('not_in_production', 'This is not available in production.', 404)
    })
    showApp('/orderupload', { answers: { 'file.readManyUploads': () => [], 'order.readDemoProducts': asked } })
    await screen.findByText('Drop a file here')
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    await screen.findByText(/^Uploads by you and others at your locations/)
    expect(screen.queryByRole('button', { name: /sample order/ })).toBeNull()
    expect(screen.queryByRole('link', { name: /barcodes/ })).toBeNull()
    expect(toast.get()).toEqual([])
  })
})
