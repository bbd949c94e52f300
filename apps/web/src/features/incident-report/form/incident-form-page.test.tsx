import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { toast } from '../../../ui/toast/toast.ts'

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
const PREVIEW = 'incidentReport.createOne'

const name = () => screen.findByLabelText<HTMLInputElement>('Name of product')
const write = async (text: string) => fireEvent.change(await name(), { target: { value: text } })
const kept = (draftId: number) => ({ draftId, updatedAt: '2026-11-01T21:50:00.000Z', determinedAt: null })
const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
/** Advances the clock past the typing pause before a save, and past the delay of a retry, without really waiting. */
const aWhile = () => act(() => vi.advanceTimersByTimeAsync(2000))

// The fake clock also advances by itself. Only the saver's timers are advanced by hand; everything else relies on time passing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
// Advances the clock until a save that is still under way has ended. Otherwise its form would keep the next test's page from closing.
afterEach(async () => {
  cleanup()
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
})

describe('an opened draft', () => {
  test('shows an error when it could not be loaded, and opens after a retry', async () => {
    let attempts = 0
    showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => {
          attempts += 1
          if (attempts === 1) throw refusal('busy', 'Somebody else is changing the same record right now.')
          return [draft]
        },
      },
    })
    await screen.findByText('Somebody else is changing the same record right now.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await name()).value).toBe('Amoxicillin')
  })

  test('shows a time in the zone where it was entered, wherever the draft is opened', async () => {
    showApp('/reportanincident?draft=7', { answers: { [LIST]: () => [draft] } })
    // 16:20 in New York is 13:20 in Los Angeles.
    await screen.findByText('Determined 11/01/2026 13:20')
    await screen.findByText('Date and time were entered in the zone America/New_York.')
  })
})

test('a new report is filled in with the company details of its location', async () => {
  const block = {
    companyName: 'Park Avenue Pharmacy',
    addressLineOne: '412 Park Avenue',
    addressLineTwo: null,
    city: 'New York',
    state: 'NY',
    country: 'US',
    zip: '10022',
    uniqueFacilityIdentifier: '0399993456780',
    contactName: 'Dana Ruiz',
    contactEmail: 'dana@park.demo',
  }
  showApp('/reportanincident', { answers: { 'location.readOneCompany': () => block } })
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
  await waitFor(async () => expect((await field('Company name')).value).toBe('Park Avenue Pharmacy'))
  expect((await field('Contact email')).value).toBe('dana@park.demo')
  expect((await field('Address line two')).value).toBe('')
  expect((await name()).value).toBe('')
})

test('the list of unsent reports shows an error when it could not be loaded', async () => {
  showApp('/reportanincident', {
    answers: {
      [LIST]: () => {
        throw refusal('busy', 'Busy.', 409)
      },
    },
  })
  await screen.findByText('Unsent reports could not be loaded.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

describe('two people editing one draft', () => {
  const changed = 'Lee Chen changed this draft on Nov 1, 2026, 4:40 PM. Nothing was overwritten.'
  function open() {
    let isChanged = false
    const theirs = { ...draft, form: { ...draft.form, nameOfProduct: 'Theirs' }, updatedAt: '2026-11-01T21:40:00.000Z' }
    return showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [isChanged ? theirs : draft],
        [SAVE]: ({ draft: from }: { draft?: object }) => {
          if (!from) return { draftId: 8, updatedAt: '2026-11-01T21:50:00.000Z', determinedAt: draft.determinedAt }
          isChanged = true
          throw refusal('incident_draft_changed', changed, 409)
        },
      } as never,
    })
  }

  test('see who saved last and when, and can load that version instead of saving', async () => {
    const { inputs } = open()
    await write('Amoxicillin 500')
    await aWhile()
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain(changed)
    expect(inputs(SAVE)).toMatchObject([{ draft: { id: 7, since: draft.updatedAt } }])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' }).disabled).toBe(true)
    await write('Amoxicillin 500!')
    await aWhile()
    expect(inputs(SAVE)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Load their version' }))
    await waitFor(async () => expect((await name()).value).toBe('Theirs'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('can each keep their own version as a separate draft when the original is gone', async () => {
    const { inputs, history } = showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [draft],
        [SAVE]: ({ draft: from }: { draft?: object }) => {
          if (from) throw refusal('incident_draft_gone', 'This draft was sent or deleted meanwhile.', 404)
          return kept(8)
        },
      } as never,
    })
    await write('Amoxicillin 500')
    await aWhile()
    await waitFor(() => expect(history?.at(-1)).toBe('/reportanincident?draft=8'))
    expect(inputs(SAVE)[1]).toMatchObject({ copyOf: 7, jsonData: { nameOfProduct: 'Amoxicillin 500' } })
    expect((await name()).value).toBe('Amoxicillin 500')
  })

  test('can also save their own version as a separate draft while the original still exists', async () => {
    const { inputs, history } = open()
    await write('Amoxicillin 500')
    await aWhile()
    await userEvent.click(await screen.findByRole('button', { name: 'Save my version as a new draft' }))
    await waitFor(() => expect(history?.at(-1)).toBe('/reportanincident?draft=8'))
    const mine = inputs(SAVE)[1] as { draft?: object; jsonData: { nameOfProduct: string } } // the page saves drafts in this form
    expect(mine).toMatchObject({ copyOf: 7 })
    expect(mine.draft).toBeUndefined()
    expect(mine.jsonData.nameOfProduct).toBe('Amoxicillin 500')
    expect((await name()).value).toBe('Amoxicillin 500')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the report form', () => {
  test('saves a single draft when typing continues during the first save', async () => {
    let finish: () => void = () => undefined
    const { inputs } = showApp('/reportanincident', {
      answers: {
        [LIST]: () => [],
        [SAVE]: ({ draft: from }: { draft?: object }) => {
          const answer = { draftId: 8, updatedAt: '2026-11-01T21:50:00.000Z', determinedAt: null }
          return from ? answer : new Promise((done) => (finish = () => done(answer)))
        },
      } as never,
    })
    await write('A')
    await aWhile()
    await waitFor(() => expect(inputs(SAVE)).toHaveLength(1))
    await write('AB')
    await aWhile()
    expect(inputs(SAVE)).toHaveLength(1)
    finish()
    await waitFor(() => expect(inputs(SAVE)).toHaveLength(2))
    expect(inputs(SAVE)[1]).toMatchObject({ draft: { id: 8 }, jsonData: { nameOfProduct: 'AB' } })
    await waitFor(() => expect(mayClose()).toBe(true))
  })

  test('shows that a save failed, retries it, and makes the browser ask before closing', async () => {
    let isUp = false
    const { inputs } = showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [draft],
        [SAVE]: () => {
          if (!isUp) throw refusal('busy', 'Busy.', 503)
          return kept(7)
        },
      },
    })
    await write('A')
    await aWhile()
    await screen.findByText('Not saved, trying again.', {})
    expect(mayClose()).toBe(false)
    isUp = true
    await screen.findByText(/^Draft saved/, {})
    expect(inputs(SAVE).at(-1)).toMatchObject({ draft: { id: 7 }, jsonData: { nameOfProduct: 'A' } })
    await waitFor(() => expect(mayClose()).toBe(true))
  })

  test('saves the open draft and starts a new report when the user opens the page without a draft in its URL', async () => {
    const { inputs, navigate } = showApp('/reportanincident?draft=7', { answers: { [LIST]: () => [draft], [SAVE]: () => kept(7) } })
    await write('Amoxicillin 500')
    act(() => navigate('/reportanincident'))
    await waitFor(async () => expect((await name()).value).toBe(''))
    await waitFor(() => expect(inputs(SAVE)).toMatchObject([{ draft: { id: 7 }, jsonData: { nameOfProduct: 'Amoxicillin 500' } }]))
    await write('B')
    await aWhile()
    await waitFor(() => expect(inputs(SAVE)).toHaveLength(2))
    expect(inputs(SAVE)[1]).toMatchObject({ jsonData: { nameOfProduct: 'B' } })
    expect(inputs(SAVE)[1]).not.toHaveProperty('draft')
  })

  test('saves the draft before it starts a new report', async () => {
    const { inputs } = showApp('/reportanincident', { answers: { [LIST]: () => [], [SAVE]: () => kept(8) } as never })
    await write('A')
    await aWhile()
    await screen.findByText(/^Draft saved/, {})
    expect((await name()).value).toBe('A')
    await write('AB')
    await userEvent.click(screen.getByRole('link', { name: 'New report' }))
    await waitFor(async () => expect((await name()).value).toBe(''))
    expect(inputs(SAVE)).toMatchObject([{}, { draft: { id: 8 }, jsonData: { nameOfProduct: 'AB' } }])
  })

  test('saves a single draft when the user leaves the page during the first save', async () => {
    let finish: () => void = () => undefined
    const { inputs, navigate } = showApp('/reportanincident', {
      answers: {
        [LIST]: () => [],
        [SAVE]: ({ draft: from }: { draft?: object }) => (from ? kept(8) : new Promise((done) => (finish = () => done(kept(8))))),
      } as never,
    })
    await write('A')
    await aWhile()
    await waitFor(() => expect(inputs(SAVE)).toHaveLength(1))
    await write('AB')
    act(() => navigate('/nowhere'))
    await screen.findByText('Page not found')
    expect(inputs(SAVE)).toHaveLength(1)
    finish()
    await waitFor(() => expect(inputs(SAVE)).toHaveLength(2))
    expect(inputs(SAVE)[1]).toMatchObject({ draft: { id: 8 }, jsonData: { nameOfProduct: 'AB' } })
    await waitFor(() => expect(mayClose()).toBe(true))
  })

  test('keeps retrying a failed save after the user leaves the page, and shows the retry', async () => {
    let isUp = false
    const { navigate } = showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [draft],
        [SAVE]: () => {
          if (!isUp) throw refusal('busy', 'Busy.', 503)
          return kept(7)
        },
      },
    })
    await write('A')
    act(() => navigate('/nowhere'))
    await screen.findByText(/^The draft is not saved yet\./)
    expect(mayClose()).toBe(false)
    isUp = true
    await screen.findByText('Draft saved.')
    await waitFor(() => expect(mayClose()).toBe(true))
  })

  test('focuses the field that made the preview fail and shows the latest message', async () => {
    let field = 'nameOfProduct'
    showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [draft],
        [PREVIEW]: () => {
          const words = field === 'eventNotes' ? 'Describe what happened (item 17).' : 'Enter the product name as on the label (item 6).'
          throw refusal('incident_incomplete', words, 400, { field })
        },
      },
    })
    await name()
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(async () => expect(document.activeElement).toBe(await name()))
    field = 'eventNotes'
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
    const notes = screen.getByLabelText('Event notes')
    await waitFor(() => expect(document.activeElement).toBe(notes))
    const described = notes.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Describe what happened (item 17).')
    expect(toast.get().map(({ message }) => message)).toEqual(['Describe what happened (item 17).'])
  })

  test('reports an invalid contact address when the field loses focus', async () => {
    // The simulated server never answers the save, because this test is only about the contact email field.
    showApp('/reportanincident', { answers: { [LIST]: () => [], [SAVE]: () => new Promise(() => undefined) } as never })
    const field = await screen.findByLabelText('Contact email')
    // Pastes instead of typing, because a test's fast keys ending in a tab would count as a scan.
    await userEvent.click(field)
    await userEvent.paste('dana@park')
    expect(screen.queryByText(/is not an email address/)).toBeNull()
    await userEvent.tab()
    await screen.findByText('"dana@park" is not an email address.')
    await userEvent.click(field)
    await userEvent.paste('.demo')
    expect(screen.queryByText(/is not an email address/)).toBeNull()
  })

  test('[ERR-010] shows the server’s message when the preview fails', async () => {
    const sentence = 'The PDF could not be created because the PDF service did not respond.'
    showApp('/reportanincident?draft=7', {
      answers: {
        [LIST]: () => [draft],
        [PREVIEW]: () => {
          throw refusal('pdf_failed', sentence, 503)
        },
      },
    })
    await name()
    await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'stop', message: sentence }]))
  })
})

describe('a serial number shared by several products', () => {
  const FIND = 'med.readOneBySerialnumberIncident'
  test('[INC-002] lets the user choose the product, and says if the package is at another location', async () => {
    const candidate = { gtin: '00300000000001', lotNumber: 'A1', locationName: '412 Park Avenue' }
    const { inputs } = showApp('/reportanincident', {
      answers: {
        [FIND]: (input: { medId?: number }) => {
          if (input.medId) return { ...prefill, medId: input.medId, epcisSgtinId: input.medId }
          throw refusal('serial_ambiguous', 'Several products have this serial number.', 409, {
            serialNumber: 'S1',
            candidates: [
              { ...candidate, medId: 1, medName: 'Amoxicillin' },
              { ...candidate, medId: 2, medName: 'Metformin' },
            ],
          })
        },
      } as never,
    })
    await userEvent.type(await screen.findByLabelText('Serial number', { selector: '[placeholder="Scan or type"]' }), 'S1{Enter}')
    expect((await screen.findByRole('button', { name: /^Amoxicillin, GTIN 00300000000001, lot A1/ })) === document.activeElement).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: /^Metformin/ }))
    await screen.findByText(/^Found: Metformin/)
    expect(inputs(FIND).at(-1)).toMatchObject({ serialNumber: 'S1', medId: 2 })
  })
})
