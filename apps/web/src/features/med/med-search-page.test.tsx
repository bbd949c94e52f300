import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { scanKeys } from '../../test-keys.ts'
import { setZone } from '../../ui/text/format.ts'
import { toast } from '../../ui/toast/toast.ts'

const GS = '\u001d'
const med = (id: number, more: object = {}) => ({
  id,
  serialNumber: `10K7M3Q92X${id}`,
  gtin: '00303999952306',
  ndc: '03999-9523-0',
  medName: 'Metformin HCl',
  manufacturerName: 'Ormsby Generics',
  lotNumber: 'M6604C',
  expirationDate: '2028-04-30',
  dateReceived: '2026-09-17T03:30:00.000Z',
  receivedBy: { firstName: 'Lee', lastName: 'Okafor' },
  customerLocation: { id: 2, name: '88 Lexington Avenue' },
  isEpcisGenerated: true,
  ...more,
})
const found = (...items: object[]) => ({ 'med.readManyBySearch': () => ({ items, nextCursor: null }) })
const PATH = 'med.readManyBySearch'

beforeEach(() => setZone('America/New_York'))

describe('the “My Pedigrees” page', () => {
  test('[SEARCH-001 SEARCH-006] has five fields, and Enter in any of them searches', async () => {
    const { inputs, history } = showApp('/searchmeds', { answers: found(med(1)) })
    const fields = {
      serialNumber: 'Serial number',
      ndc: 'NDC',
      medName: 'Med name',
      manufacturerName: 'Manufacturer',
      lotNumber: 'Lot number',
    }
    for (const [name, label] of Object.entries(fields)) {
      const field = await screen.findByLabelText(label)
      await userEvent.type(field, `x${name.length}{Enter}`)
      await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ [name]: `x${name.length}` }))
    }
    expect(history?.at(-1)).toContain('lotNumber=x9')
  })

  test('[SEARCH-002 SEARCH-003] reveals location and dates behind Advanced Search Options', async () => {
    showApp('/searchmeds', { answers: found(med(1)) })
    const link = await screen.findByRole('button', { name: 'Advanced Search Options' })
    for (const label of ['Location', 'Start date', 'End date']) expect(screen.queryByLabelText(label)).toBeNull()
    await userEvent.click(link)
    for (const label of ['Location', 'Start date', 'End date']) expect(screen.getByLabelText(label)).toBeTruthy()
  })

  test('[SEARCH-004] hides the location field from a user with one location', async () => {
    const one = () => [{ id: 1, name: '412 Park Avenue', globalLocationNumber: null }]
    showApp('/searchmeds', { answers: { ...found(med(1)), 'location.readAllByUserid': one } })
    await userEvent.click(await screen.findByRole('button', { name: 'Advanced Search Options' }))
    expect(screen.queryByLabelText('Location')).toBeNull()
    expect(screen.getByLabelText('Start date')).toBeTruthy()
  })

  test('[SEARCH-005 SEARCH-010] searches all locations by default, which the request states as location 0', async () => {
    localStorage.setItem('seriatim-location', '2')
    const { inputs } = showApp('/searchmeds', { answers: found(med(1)) })
    await userEvent.click(await screen.findByRole('button', { name: 'Advanced Search Options' }))
    const select = await screen.findByLabelText<HTMLSelectElement>('Location')
    expect(select.selectedOptions[0]?.textContent).toBe('Any')
    expect(inputs(PATH)[0]).toMatchObject({ customerLocationId: 0 })
    await userEvent.selectOptions(select, '88 Lexington Avenue')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ customerLocationId: 2 }))
    await userEvent.selectOptions(select, 'Any')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove: Location/ })).toBeNull())
  })

  test('[SEARCH-007 SEARCH-008 CONST-001] has the documented columns, with the received date as MM/DD/YY in the user’s time zone', async () => {
    showApp('/searchmeds', { answers: found(med(1)) })
    await screen.findByText('09/16/26')
    const columns = screen.getAllByRole('columnheader').map((one) => one.textContent?.trim())
    const wanted = ['Serial number', 'NDC', 'Med name', 'Manufacturer', 'Lot number', 'Date received', 'Received by', 'Location']
    expect(columns.filter((one) => one !== 'Expires')).toEqual(wanted)
    const cells = screen.getAllByRole('cell').map((one) => one.textContent)
    for (const text of ['10K7M3Q92X1', '03999-9523-0', 'Metformin HCl', 'Ormsby Generics', 'Lee Okafor', '88 Lexington Avenue'])
      expect(cells).toContain(text)
  })

  test('[SEARCH-009] opens the pedigree when its row is clicked', async () => {
    const { history } = showApp('/searchmeds', { answers: found(med(41)) })
    await userEvent.click(await screen.findByText('Ormsby Generics'))
    expect(history?.at(-1)).toBe('/meddetail/41')
  })

  test('[SEARCH-011] adds the dates to the URL and can remove the dates again', async () => {
    const { inputs } = showApp('/searchmeds?startDate=2026-09-01&endDate=2026-09-16', { answers: found(med(1)) })
    await screen.findByText('09/01/2026 to 09/16/2026')
    expect(inputs(PATH)[0]).toMatchObject({ startDate: '2026-09-01', endDate: '2026-09-16' })
    await userEvent.click(screen.getByRole('button', { name: /^Remove: Date/ }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ startDate: '', endDate: '' }))
  })

  test('[SEARCH-011] finds meds received between the chosen dates', async () => {
    const { inputs, history } = showApp('/searchmeds', { answers: found(med(1)) })
    await userEvent.click(await screen.findByRole('button', { name: 'Advanced Search Options' }))
    await userEvent.type(await screen.findByLabelText('Start date'), '09/01/2026{Tab}')
    await userEvent.type(screen.getByLabelText('End date'), '09/16/2026{Tab}')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ startDate: '2026-09-01', endDate: '2026-09-16' }))
    expect(history?.at(-1)).toBe('/searchmeds?startDate=2026-09-01&endDate=2026-09-16')
  })

  test('starts with the search from the URL, such as one entered in the header’s search box', async () => {
    const { inputs } = showApp('/searchmeds?lotNumber=M6604C', { answers: found(med(1)) })
    expect((await screen.findByLabelText<HTMLInputElement>('Lot number')).value).toBe('M6604C')
    expect(inputs(PATH)[0]).toMatchObject({ lotNumber: 'M6604C', sort: 'date', sortOrder: 'desc' })
  })

  test('sorts by the columns that the server can sort', async () => {
    const { inputs } = showApp('/searchmeds', { answers: found(med(1)) })
    await userEvent.click(await screen.findByRole('button', { name: 'Serial number' }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ sort: 'serialNumber', sortOrder: 'asc' }))
    await userEvent.click(screen.getByRole('button', { name: 'Serial number' }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ sort: 'serialNumber', sortOrder: 'desc' }))
  })

  test('loads more pages', async () => {
    const pages = [
      { items: [med(1)], nextCursor: 'next' },
      { items: [med(2)], nextCursor: null },
    ]
    const { inputs } = showApp('/searchmeds', { answers: { [PATH]: () => pages.shift() } })
    expect(await screen.findByText('More than 1 found')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(await screen.findByText('2 packages')).toBeTruthy()
    expect(inputs(PATH).at(-1)).toMatchObject({ cursor: 'next' })
  })

  test('[SCAN-001] [SCAN-009] [SCAN-012] [SCAN-013] fills in the fields from a scan in the serial field and searches', async () => {
    const { inputs } = showApp('/searchmeds', { answers: found(med(1)) })
    const field = await screen.findByLabelText<HTMLInputElement>('Serial number')
    await userEvent.click(field)
    await userEvent.paste(`010030399995230621ABC123${GS}10M6604C${GS}17280430`)
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ serialNumber: 'ABC123', lotNumber: 'M6604C' }))
    expect(field.value).toBe('ABC123')
    expect(screen.getByLabelText<HTMLInputElement>('Lot number').value).toBe('M6604C')
    expect(screen.getByLabelText<HTMLInputElement>('NDC').value.replaceAll('-', '')).toBe('0399995230')
  })

  test('[SCAN-002] [SCAN-015] shows an orange message about an invalid scan, and accepts short text', async () => {
    const { inputs } = showApp('/searchmeds', { answers: found(med(1)) })
    const field = await screen.findByLabelText<HTMLInputElement>('Serial number')
    await userEvent.click(field)
    await userEvent.paste('01003039999523061728043010M6604C')
    await waitFor(() =>
      expect(toast.get()).toMatchObject([{ kind: 'attention', message: 'Serial Number not found in barcode', life: 10_000 }]),
    )
    expect(field.value).toBe('')
    await userEvent.type(field, '12345678901234567890{Enter}')
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ serialNumber: '12345678901234567890' }))
  })

  test('[SCAN-003] [SCAN-004] turns Ctrl+] in the serial field into a space, and blocks the browser’s Ctrl+J after a scan', async () => {
    const { inputs } = showApp('/searchmeds', { answers: found(med(1)) })
    const field = await screen.findByLabelText<HTMLInputElement>('Serial number')
    scanKeys(field, `010030399995230621ABC${GS}10M66`)
    expect(field.value).toBe('010030399995230621ABC 10M66')
    expect(scanKeys(field, '\n', { goesOn: true })).toBe(false)
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ serialNumber: 'ABC', lotNumber: 'M66' }))
    expect(inputs(PATH)).toHaveLength(2)
  })

  test('[SCAN-023] asks the user to enable Function Key Mapping when a scan cannot be decoded, and clears the field', async () => {
    showApp('/searchmeds', { answers: found(med(1)) })
    const field = await screen.findByLabelText<HTMLInputElement>('Serial number')
    await userEvent.click(field)
    await userEvent.paste('010030399995230610LOTANDSERIALWITHOUTSEPARATOR')
    await waitFor(() =>
      expect(toast.get()).toMatchObject([
        { kind: 'attention', life: 10_000, message: "The scan could not be read. Enable 'Function Key Mapping' on the scanner." },
      ]),
    )
    expect(field.value).toBe('')
  })

  test('offers to clear the search when nothing was found', async () => {
    const { inputs } = showApp('/searchmeds?serialNumber=zz', { answers: found() })
    await screen.findByText('No results. Please modify the search parameters and search again.')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(inputs(PATH).at(-1)).toMatchObject({ serialNumber: '' }))
  })
})
