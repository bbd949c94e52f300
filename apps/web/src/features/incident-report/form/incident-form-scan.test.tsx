import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'

const draft = {
  id: 7,
  locationId: 1,
  locationName: '412 Park Avenue',
  incidentId: null,
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Amoxicillin', productFoundDate: '2026-11-01', productFoundTime: '16:20' },
  asTyped: {},
  determinedAt: '2026-11-01T21:20:00.000Z',
  timeZone: 'America/New_York',
  createdBy: { firstName: 'Dana', lastName: 'Ruiz' },
  updatedAt: '2026-11-01T21:30:00.000Z',
}
const prefill = {
  locationId: 1,
  nameOfProduct: 'Metformin',
  strength: null,
  dosageForm: null,
  ndc: null,
  serialNumber: 'S1',
  lotNumber: 'A1',
  expiration: null,
}
const LIST = 'incidentReport.readManyDrafts'
const SAVE = 'incidentReport.saveOneDraft'
const kept = (draftId: number) => ({ draftId, updatedAt: '2026-11-01T21:50:00.000Z', determinedAt: null })
const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
// Time limit for a test that waits for the typing pause before a save.
const TIMEOUT_MS = 60_000

const FIND = 'med.readOneBySerialnumberIncident'
const ORDER = 'order.readOneById'
const notOnRecord = () => {
  throw refusal('med_not_found', 'This pedigree does not exist.', 404)
}
const written = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value

describe('a package scanned on another order', () => {
  const from = '/reportanincident?serial=FAKE1&gtin=00303999952306&ndc=0399995230&lot=L9&expiry=2028-06-30&order=41'
  const answers = {
    [LIST]: () => [],
    [ORDER]: () => ({ documentId: 41, purchaseOrderNumbers: ['PO-7'], senderNames: ['North Wholesale'] }),
    [SAVE]: () => kept(8),
  }

  test('fills in the form from the code in the URL even if no record of it exists, and searches only once, first at the location and then everywhere', async () => {
    const { inputs } = showApp(from, { answers: { ...answers, [FIND]: notOnRecord } })
    await screen.findByText(/^No package with this serial number is on record here\./)
    expect(await written('Serial numbers')).toBe('FAKE1')
    expect(await written('NDC')).toBe('0399995230')
    expect(await written('Lot number')).toBe('L9')
    expect(await written('Expiration')).toBe('06/30/2028')
    expect(await written('Event notes')).toBe(
      'The label reads GTIN 00303999952306, serial number FAKE1, lot L9, expiration 06/30/2028. No record of this package was found. ' +
        'It was scanned while an order from North Wholesale with PO PO-7 was being received.',
    )
    // The form searches the location first, then everywhere.
    expect(inputs(FIND)).toEqual([
      { serialNumber: 'FAKE1', gtin: '00303999952306', locationId: 1 },
      { serialNumber: 'FAKE1', gtin: '00303999952306', locationId: '' },
    ])
  })

  test('gets its product from the drug reference when it is not on file', async () => {
    const drug = {
      ndc: '0399-9952-30',
      medName: 'Lisinopril',
      manufacturerName: 'Fenwick',
      genericName: 'LISINOPRIL',
      dosageForm: 'TABLET, FILM COATED',
      strength: '10 mg/1',
      packageDescription: null,
      ndc11: '00399995230',
      isListed: true,
    }
    showApp(from, { answers: { ...answers, [FIND]: notOnRecord, 'drugReference.readSearchByNdc': () => [drug] } })
    await screen.findByText(/^No package with this serial number is on record here\./)
    expect(await written('Name of product')).toBe('Lisinopril')
    expect(await written('Strength')).toBe('10 mg/1')
  })

  test(
    'is saved completely in the draft',
    async () => {
      const { inputs, history } = showApp(from, { answers: { ...answers, [FIND]: notOnRecord } })
      await waitFor(() => expect(history?.at(-1)).toBe('/reportanincident?draft=8'), { timeout: 50_000 })
      expect(inputs(SAVE)).toMatchObject([
        {
          jsonData: {
            serialNumber: 'FAKE1',
            ndc: '0399995230',
            lotNumber: 'L9',
            expiration: '2028-06-30',
            eventNotes: expect.stringContaining('PO-7'),
          },
        },
      ])
    },
    TIMEOUT_MS,
  )

  test('keeps the label’s values when the record differs, and shows both', async () => {
    showApp(from, { answers: { ...answers, [FIND]: () => ({ ...prefill, medId: 5, epcisSgtinId: 5, expiration: '2029-01-31' }) } })
    const note = await screen.findByText(/^The label says lot L9, the record lot A1; expiration 06\/30\/2028, the record 01\/31\/2029\./)
    expect(note).toBeTruthy()
    expect([await written('Name of product'), await written('Lot number'), await written('Expiration')]).toEqual([
      'Metformin',
      'L9',
      '06/30/2028',
    ])
  })
})

describe('a scan', () => {
  test('is accepted in any field, and its text is removed from that field', async () => {
    const { inputs } = showApp('/reportanincident', { answers: { [LIST]: () => [], [FIND]: notOnRecord } })
    const notes = await screen.findByLabelText<HTMLTextAreaElement>('Event notes')
    fireEvent.change(notes, { target: { value: 'Seal broken. ' } })
    const code = '0100303999952306172806301021FAKE1'.replace('1021', '10L9\u001d21')
    let at = 1
    // Types like a handheld: a few milliseconds between keys, and the text lands in the focused field.
    for (const key of [...code, 'Enter']) {
      const isSeparator = key === '\u001d'
      const event = isSeparator ? { key: ']', code: 'BracketRight', ctrlKey: true } : { key }
      const press = new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true })
      at += 5
      Object.defineProperty(press, 'timeStamp', { value: at })
      const isTyped = notes.dispatchEvent(press)
      if (isTyped && !isSeparator && key !== 'Enter') fireEvent.change(notes, { target: { value: `${notes.value}${key}` } })
    }
    await screen.findByText(/^No package with this serial number is on record here\./)
    expect(await written('Serial numbers')).toBe('FAKE1')
    expect(await written('Lot number')).toBe('L9')
    expect(notes.value.trim()).toBe('Seal broken.')
    expect(inputs(FIND)).toHaveLength(2)
  })
})

describe('a form that the user leaves', () => {
  test('keeps an invalid date and the search text in the draft', async () => {
    const { inputs } = showApp('/reportanincident?draft=7', { answers: { [LIST]: () => [draft], [SAVE]: () => kept(7) } })
    const field = await screen.findByLabelText('Determined illegitimate on')
    await userEvent.clear(field)
    await userEvent.type(field, '13/45/2026{Tab}')
    await userEvent.type(await screen.findByLabelText('Serial number'), '10K7')
    const asTyped = { productFoundDate: '13/45/2026', search: '10K7' }
    await waitFor(() => expect(inputs(SAVE).at(-1)).toMatchObject({ asTyped, jsonData: { productFoundDate: '' } }))
  })

  test('gets the date and the search text back when its draft is opened again', async () => {
    const saved = { ...draft, asTyped: { productFoundDate: '13/45/2026', search: '10K7' } }
    showApp('/reportanincident?draft=7', { answers: { [LIST]: () => [saved], [SAVE]: () => kept(7) } })
    expect((await screen.findByLabelText<HTMLInputElement>('Determined illegitimate on')).value).toBe('13/45/2026')
    expect((await screen.findByLabelText<HTMLInputElement>('Serial number')).value).toBe('10K7')
  })

  test('requires a confirmation while there is unsaved input', async () => {
    let isUp = false
    const save = () => {
      if (!isUp) throw refusal('busy', 'Busy.', 503)
      return kept(7)
    }
    const { history } = showApp('/reportanincident?draft=7', { answers: { [LIST]: () => [draft], [SAVE]: save } })
    const field = await screen.findByLabelText('Event notes')
    await userEvent.type(field, 'Seal broken')
    await screen.findByText('Not saved, trying again.')
    await userEvent.click(screen.getByRole('link', { name: 'New report' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leave this page?' })
    expect(history?.at(-1)).toBe('/reportanincident?draft=7')
    expect(mayClose()).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
    isUp = true
    await screen.findByText(/^Draft saved/)
    await userEvent.click(screen.getByRole('link', { name: 'New report' }))
    await waitFor(() => expect(history?.at(-1)).toBe('/reportanincident'))
  })
})
