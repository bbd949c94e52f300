import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { showApp } from '../../../test-app.tsx'
import { setZone } from '../../../ui/text/format.ts'

const value = <T,>(given: T) => ({ value: given })
const row = (id: number, incidentNumber: string | null) => ({
  id: value(id),
  serialNumber: value(`SN${id}`),
  reportType: value('INITIAL'),
  incidentNumber: value(incidentNumber),
  productName: value('Metformin HCl'),
  ndc: value('03999-9523-0'),
  lotNumber: value('M6604C'),
  dateCreated: value('2026-11-02T02:30:00.000Z'),
  createdBy: value('Dana Ruiz'),
  customerLocationName: value('412 Park Avenue'),
  filepath: value('x'),
  state: value(incidentNumber ? 'ACKNOWLEDGED' : 'SUBMITTED'),
  clock: value(null),
})
const SEARCH = 'incidentReport.readManyBySearch'
const show = () =>
  showApp('/incidenttracker', {
    answers: {
      [SEARCH]: () => ({ items: [row(1, null), row(2, '2026-0042')], nextCursor: null }),
      'incidentReport.readManyDrafts': () => [],
    },
  })

beforeEach(() => setZone('America/New_York'))

describe('the incident tracker', () => {
  test('[REST-037] cancels a running search when a new one starts, and ignores the canceled response', async () => {
    const late = Promise.withResolvers<unknown>()
    const { calls } = showApp('/incidenttracker', {
      answers: {
        [SEARCH]: ({ serialNumber }: { serialNumber: string }) =>
          serialNumber === 'SN1' ? late.promise : { items: [row(2, '2026-0042')], nextCursor: null },
        'incidentReport.readManyDrafts': () => [],
      },
    })
    const searches = () => calls.filter(({ path }) => path === SEARCH)
    const search = async (serial: string) => {
      const [field] = await screen.findAllByLabelText<HTMLInputElement>('Serial')
      await userEvent.clear(field ?? document.body)
      await userEvent.type(field ?? document.body, `${serial}{Enter}`)
    }
    await screen.findByRole('link', { name: /SN2/ })
    await search('SN1')
    await waitFor(() => expect(searches()).toHaveLength(2))
    expect(searches()[1]?.signal?.aborted).toBe(false)
    await search('SN2')
    await waitFor(() => expect(searches()).toHaveLength(3))
    expect(searches().map(({ signal }) => signal?.aborted)).toEqual([false, true, false])
    late.resolve({ items: [row(1, null)], nextCursor: null })
    await screen.findByRole('link', { name: /SN2/ })
    expect(screen.queryByRole('link', { name: /SN1/ })).toBeNull()
  })

  test('[TRACK-003] warns only about reports without an incident number', async () => {
    show()
    const makeRow = async (serial: RegExp) => within((await screen.findByRole('link', { name: serial })).closest('tr') ?? document.body)
    const name = 'No incident number yet'
    expect((await makeRow(/SN1/)).getByRole('img', { name })).toBeTruthy()
    expect((await makeRow(/SN2/)).queryByRole('img', { name })).toBeNull()
    expect((await makeRow(/SN2/)).getByText('2026-0042')).toBeTruthy()
    expect(screen.getAllByRole('img', { name })).toHaveLength(1)
  })

  test('[TRACK-002 TRACK-004] has the documented columns, with the creation date as MM/DD/YY in the user’s time zone', async () => {
    show()
    await screen.findByRole('link', { name: /SN1/ })
    const columns = screen.getAllByRole('columnheader').map((one) => one.textContent?.trim())
    expect(columns).toEqual([
      'No incident number',
      'Serial',
      'Report type',
      'Incident number',
      'Med name',
      'NDC',
      'Lot',
      'Date created',
      'Created by',
      'Location',
      'Download',
    ])
    expect(screen.getAllByText('11/01/26')).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Download the report of 11/01/26' })).toHaveLength(2)
  })

  test.each([
    ['Serial', 'serialNumber'],
    ['NDC', 'ndc'],
    ['Med name', 'medName'],
    ['Incident number', 'incidentNumber'],
  ])('[TRACK-001] can be searched by %s', async (label, field) => {
    const { inputs } = show()
    await screen.findByRole('link', { name: /SN1/ })
    const empty = { serialNumber: '', ndc: '', medName: '', incidentNumber: '' }
    expect(inputs(SEARCH).at(-1)).toMatchObject(empty)
    await userEvent.type(screen.getByLabelText(label), ' 42 ')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(inputs(SEARCH).at(-1)).toMatchObject({ ...empty, [field]: '42' }))
  })
})
