import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import superjson from 'superjson'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { toast } from '../../../ui/toast/toast.ts'

const draft = {
  id: 7,
  locationId: 1,
  locationName: '412 Park Avenue',
  incidentId: null,
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Amoxicillin' },
  asTyped: {},
  determinedAt: '2026-11-01T21:20:00.000Z',
  timeZone: 'America/New_York',
  createdBy: { firstName: 'Dana', lastName: 'Ruiz' },
  updatedAt: '2026-11-01T21:30:00.000Z',
}
const PREVIEW = 'incidentReport.createOne'
const SEND = 'incidentReport.createSend'
const answers = {
  'incidentReport.readManyDrafts': () => [draft],
  [PREVIEW]: () => ({
    filename: 'x.pdf',
    bufferData: '',
    seal: 'sealed',
    missing: [],
    recipients: [{ address: 'fda@mail.demo', recipient: 'fda' }],
  }),
  [SEND]: () => ({ id: 1, recipients: ['fda@mail.demo'], isSentToFda: true }),
}
const show = (more: object = {}, overFetch: string[] = []) =>
  showApp('/reportanincident?draft=7', { answers: { ...answers, ...more } as never, overFetch })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const preview = async () => {
  await screen.findByDisplayValue('Amoxicillin')
  await press('Preview')
}
const shown = () => toast.get().map(({ kind, message }) => ({ kind, message }))

afterEach(() => vi.unstubAllGlobals())

describe('the preview of a report', () => {
  test('[INC-003 INC-004 INC-006 INC-008] sends the previewed form on Submit and shows a green message', async () => {
    const { inputs, history } = show()
    await preview()
    const dialog = within(await screen.findByRole('dialog', { name: 'Does this document look correct?' }))
    expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(['Cancel', 'Submit'])
    expect(inputs(SEND)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(shown()).toEqual([{ kind: 'done', message: 'Form Sent' }]))
    expect(inputs(SEND)).toMatchObject([{ locationId: 1, jsonData: { nameOfProduct: 'Amoxicillin' }, seal: 'sealed' }])
    expect(history?.at(-1)).toBe('/incidenttracker')
  })

  test('reports that the form was saved but not sent when the report has no FDA recipient', async () => {
    show({ [SEND]: () => ({ id: 1, recipients: ['contact@mail.demo'], isSentToFda: false }) })
    await preview()
    await press('Submit')
    await waitFor(() => expect(shown()).toEqual([{ kind: 'attention', message: 'Report saved. Not sent to the FDA yet.' }]))
  })

  test('[INC-007] closes on Cancel without sending anything', async () => {
    const { inputs } = show()
    await preview()
    const dialog = await screen.findByRole('dialog', { name: 'Does this document look correct?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputs(SEND)).toEqual([])
    expect(screen.getByDisplayValue('Amoxicillin')).toBeTruthy()
  })

  test('[INC-008] does not claim that a form was sent when the server rejected it', async () => {
    const { inputs } = show({
      [SEND]: () => {
        throw refusal('busy', 'Somebody else is changing the same record right now.', 409)
      },
    })
    await preview()
    await press('Submit')
    await waitFor(() => expect(inputs(SEND)).toHaveLength(1))
    await waitFor(() => expect(shown()).toEqual([{ kind: 'stop', message: 'Somebody else is changing the same record right now.' }]))
    expect(screen.getByRole('dialog', { name: 'Does this document look correct?' })).toBeTruthy()
  })

  /** Answers with JSON as bytes, as the server does. */
  const answerWith = (body: string) =>
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(new TextEncoder().encode(body), { status: 503, headers: { 'content-type': 'application/octet-stream' } }),
      ),
    )

  test('[INC-009] shows the error message decoded from a binary response', async () => {
    const message = 'The PDF could not be created because the PDF service did not respond. Déjà vu.'
    const error = superjson.serialize({ message, code: -32603, data: { key: 'pdf_failed', httpStatus: 503, facts: {} } })
    answerWith(JSON.stringify([{ error }]))
    show({}, [PREVIEW])
    await preview()
    await waitFor(() => expect(shown()).toEqual([{ kind: 'stop', message }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[INC-009] shows an error even when the response has no message', async () => {
    answerWith('<html>Bad gateway</html>')
    show({}, [PREVIEW])
    await preview()
    await waitFor(() => expect(shown()).toEqual([{ kind: 'stop', message: 'An Unknown Error Occurred.' }]))
  })
})
