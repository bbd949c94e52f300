import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { scanKeys, typeKeys } from '../../../test-keys.ts'
import { toast } from '../../../ui/toast/toast.ts'

const GS = '\u001d'
const GTIN = '00388010500605'
const SCAN = `01${GTIN}21SN4711AB${GS}10MF26A${GS}17310930`

const record = (id: number, more: object = {}) => ({
  med: {
    id,
    serialNumber: `SN${id}`,
    lotNumber: 'LOT9',
    expirationDate: '2028-04-30',
    gtin: GTIN,
    ndc: '8801-0500-60',
    timeStamp: '2026-09-17T03:30:00.000Z',
    createdBy: null,
    ...more,
  },
  redbook: { ndc: '8801-0500-60' },
  redbookDetail: { medName: 'Metformin HCl', manufacturerName: 'Alderbrook Pharma', dateCreated: '2026-09-17T03:30:00.000Z' },
  createdBy: null,
  customer: { id: 1, name: 'Park Avenue Pharmacy' },
  customerLocation: { id: 1, name: '412 Park Avenue', globalLocationNumber: null },
  isEpcisGenerated: false,
})
const drug = (ndc: string, medName: string, manufacturerName: string) => ({
  ndc,
  medName,
  manufacturerName,
  genericName: null,
  dosageForm: 'TABLET',
  strength: '10 mg/1',
  packageDescription: `30 TABLET in 1 BOTTLE (${ndc})`,
  ndc11: null,
  isListed: true,
})
const drugs = [drug('8801-0500-60', 'Metformin HCl', 'Alderbrook Pharma'), drug('8801-0010-30', 'Lisinopril', 'Alderbrook Pharma')]

const LIST = 'med.readManyByLocationid'
const SAVE = 'med.createOne'
const LOOKUP = 'drugReference.readSearchByNdc'
const answers = {
  [LIST]: ({ locationId }: { locationId: number }) => ({ items: [record(locationId * 10)], nextCursor: null }),
  [SAVE]: () => ({ ...record(5).med, outcome: 'created' }),
  [LOOKUP]: () => drugs,
  'drugReference.readManyByName': () => [drug('88123-204-90', 'Atorvastatin', 'Fenwick')],
}
const show = (more: object = {}, path = '/inputmeds') => showApp(path, { answers: { ...answers, ...more } as never })

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input[name]' })
const values = () => ['Serial #', 'GTIN', 'Lot #', 'Med Name', 'Manufacturer'].map((name) => field(name).value)
const dateValue = () => screen.getByLabelText<HTMLInputElement>('Expiration date').value
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const options = async () => {
  const list = await screen.findByRole('listbox', { name: /^Suggestions/ })
  return (await within(list).findAllByRole('option')).map((option) => option.textContent)
}
const ready = () => screen.findByText('SN10')

beforeEach(() => toast.clear())

describe('the page for creating a pedigree', () => {
  test('[ENTRY-001 ENTRY-007] offers locations by name and GLN, and shows the meds of the selected location', async () => {
    const { inputs, history } = show()
    await ready()
    const select = screen.getByLabelText<HTMLSelectElement>('Location')
    expect([...select.options].map((option) => option.textContent)).toEqual([
      '412 Park Avenue, GLN 0399993456780',
      '88 Lexington Avenue, GLN 0399993457107',
    ])
    await userEvent.selectOptions(select, '2')
    expect(await screen.findByText('SN20')).toBeTruthy()
    expect(inputs(LIST)).toMatchObject([{ locationId: 1 }, { locationId: 2 }])
    expect(history?.at(-1)).toBe('/inputmeds?location=2')
  })

  test('[ENTRY-002] has an entry row', async () => {
    show()
    await ready()
    const form = within(screen.getByRole('form', { name: 'New pedigree' }))
    for (const name of ['Serial #', 'GTIN', 'Lot #', 'Expiration date', 'Med Name', 'Manufacturer'])
      expect(form.getByLabelText(name, { selector: 'input:not([type="hidden"])' })).toBeTruthy()
    expect(form.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(form.getAllByRole('combobox').map((one) => one.getAttribute('name'))).toEqual(['medName', 'manufacturerName'])
  })

  test('[ENTRY-005 ENTRY-006 ENTRY-008] lists meds in rows that link to the pedigree, with the expiration as MM/DD/YY', async () => {
    const { history } = show()
    await ready()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent?.trim())).toEqual([
      'Serial #',
      'NDC',
      'Lot #',
      'Med Name',
      'Manufacturer',
      'Expiration',
    ])
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells).toEqual(['SN10', '8801-0500-60', 'Lot LOT9', 'Metformin HCl', 'Alderbrook Pharma', 'Expires 04/30/28'])
    await userEvent.click(screen.getByText('Metformin HCl'))
    expect(history?.at(-1)).toBe('/meddetail/10')
  })

  test('[ENTRY-009 ENTRY-010] saves any input for the selected location, even an empty row', async () => {
    const { inputs } = show({}, '/inputmeds?location=2')
    await screen.findByText('SN20')
    const empty = { serialNumber: '', gtin: '', ndc: '', lotNumber: '', expirationDate: '', medName: '', manufacturerName: '' }
    await save()
    await waitFor(() => expect(inputs(SAVE)).toEqual([{ ...empty, locationId: 2 }]))
    await userEvent.type(field('GTIN'), 'no gtin')
    await userEvent.type(field('Lot #'), '<b>')
    await save()
    await waitFor(() => expect(inputs(SAVE)[1]).toEqual({ ...empty, gtin: 'no gtin', lotNumber: '<b>', locationId: 2 }))
  })

  test('confirms that the med was saved, clears the row and is ready for the next scan', async () => {
    const { inputs } = show()
    await ready()
    await userEvent.type(field('Serial #'), 'ABC{Enter}')
    await waitFor(() => expect(toast.get()).toMatchObject([{ kind: 'done', message: 'Pedigree saved' }]))
    expect(values().join('')).toBe('')
    expect(document.activeElement).toBe(field('Serial #'))
    await waitFor(() => expect(inputs(LIST)).toHaveLength(2))
  })

  test('shows the server’s error beside its field and keeps the input', async () => {
    const wrong = refusal('entry_gtin_check', 'The last digit does not fit.')
    Object.assign((wrong as unknown as { data: object }).data, { facts: { field: 'gtin' } })
    show({
      [SAVE]: () => {
        throw wrong
      },
    })
    await ready()
    await userEvent.type(field('Serial #'), 'ABC')
    await userEvent.type(field('GTIN'), '00388010500606')
    await save()
    expect(await screen.findByText('The last digit does not fit.')).toBeTruthy()
    expect(field('GTIN').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('GTIN'))
    expect(values().slice(0, 2)).toEqual(['ABC', '00388010500606'])
    await userEvent.type(field('GTIN'), '{Backspace}')
    expect(screen.queryByText('The last digit does not fit.')).toBeNull()
  })

  test('links to the conflicting record on file', async () => {
    const differs = refusal('entry_differs', 'This package is on file with a different lot: L1.', 409)
    Object.assign((differs as unknown as { data: object }).data, { facts: { field: 'lotNumber', medId: 77 } })
    show({
      [SAVE]: () => {
        throw differs
      },
    })
    await ready()
    await userEvent.type(field('Serial #'), 'ABC{Enter}')
    expect((await screen.findByRole('link', { name: 'Open the pedigree on file' })).getAttribute('href')).toBe('/meddetail/77')
    expect(screen.getAllByText('This package is on file with a different lot: L1.')).toHaveLength(2)
    const stop = screen.getByText('Stop: this package is on file with different data.').closest<HTMLElement>('[data-meaning="stop"]')
    if (!stop) throw new Error('It is no stop.')
    expect(within(stop).getByRole('button', { name: 'Put on hold…' })).toBeTruthy()
    expect(within(stop).getByRole('link', { name: 'Report An Incident' }).getAttribute('href')).toBe('/reportanincident?serial=ABC')
  })

  test('[ENTRY-013] can be opened from My Pedigrees and from Home', async () => {
    const list = { 'med.readManyBySearch': () => ({ items: [], nextCursor: null }) }
    const { history } = show(list, '/searchmeds')
    await userEvent.click((await screen.findAllByRole('link', { name: 'Create A Pedigree' }))[0] as HTMLElement) // the page has two such buttons: one for desktops, one in the thumb bar
    expect(history?.at(-1)).toBe('/inputmeds')
  })

  test('[ENTRY-013] has a tile on the home page', async () => {
    show({}, '/')
    expect((await screen.findByRole('link', { name: /Create A Pedigree/ })).getAttribute('href')).toBe('/inputmeds')
  })
})

describe('a scan on the entry page', () => {
  test('[SCAN-001] [SCAN-009] [SCAN-010] [SCAN-011] [SCAN-012] [SCAN-013] in the serial field fills in the row', async () => {
    const { inputs } = show()
    await ready()
    await userEvent.click(field('Serial #'))
    await userEvent.paste(SCAN)
    await waitFor(() => expect(values()).toEqual(['SN4711AB', GTIN, 'MF26A', 'Metformin HCl', 'Alderbrook Pharma']))
    expect(dateValue()).toBe('09/30/2031')
    expect(screen.getByText('8801-0500-60', { selector: '[role="status"] *' })).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(inputs(SAVE)).toEqual([
        {
          serialNumber: 'SN4711AB',
          gtin: GTIN,
          ndc: '8801-0500-60',
          lotNumber: 'MF26A',
          expirationDate: '2031-09-30',
          medName: 'Metformin HCl',
          manufacturerName: 'Alderbrook Pharma',
          locationId: 1,
        },
      ]),
    )
  })

  test('does not save the row, even though the scan ends with Enter', async () => {
    const { inputs } = show()
    await ready()
    await userEvent.click(field('Serial #'))
    await userEvent.paste(SCAN)
    await userEvent.keyboard('{Enter}')
    expect(field('Serial #').value).toBe('SN4711AB')
    expect(inputs(SAVE)).toEqual([])
  })

  test('[SCAN-002] is treated as a serial number if it has 20 or fewer characters', async () => {
    const { inputs } = show()
    await ready()
    typeKeys(field('Serial #'), '12345678901234567890\r')
    await waitFor(() => expect(inputs(SAVE)).toMatchObject([{ serialNumber: '12345678901234567890' }]))
  })

  test('[SCAN-015] without a serial number clears the field, shows a message, and fills in the other fields', async () => {
    show()
    await ready()
    await userEvent.click(field('Serial #'))
    await userEvent.paste(`01${GTIN}1731093010MF26A`)
    await waitFor(() =>
      expect(toast.get()).toMatchObject([{ kind: 'attention', message: 'Serial Number not found in barcode', life: 10_000 }]),
    )
    expect(values().slice(0, 3)).toEqual(['', GTIN, 'MF26A'])
  })

  test('[SCAN-023] that cannot be read clears the field and shows a message about Function Key Mapping', async () => {
    show()
    await ready()
    await userEvent.click(field('Serial #'))
    await userEvent.paste('010030399995230610LOTANDSERIALWITHOUTSEPARATOR')
    await waitFor(() => expect(toast.get()[0]?.message).toContain("'Function Key Mapping'"))
    expect(field('Serial #').value).toBe('')
  })

  test('fills in the serial number wherever the focus is on the page', async () => {
    const { inputs } = show()
    await ready()
    const button = screen.getByRole('button', { name: 'Save' })
    button.focus()
    expect(scanKeys(button, `${SCAN}\r`)).toBe(false)
    await waitFor(() => expect(values().slice(0, 3)).toEqual(['SN4711AB', GTIN, 'MF26A']))
    expect(document.activeElement).toBe(field('Serial #'))
    expect(inputs(SAVE)).toEqual([])
  })

  test('[SCAN-022] fills in the GTIN from a linear barcode or the serial number from a short code, without saving the row', async () => {
    const { inputs } = show()
    await ready()
    scanKeys(screen.getByRole('button', { name: 'Save' }), `${GTIN}\r`)
    await waitFor(() => expect(values().slice(0, 2)).toEqual(['', GTIN]))
    expect(toast.get()).toMatchObject([{ message: 'Serial Number not found in barcode' }])
    await userEvent.click(field('Serial #'))
    scanKeys(field('Serial #'), 'SERIAL-77\r')
    await userEvent.clear(field('GTIN'))
    scanKeys(field('GTIN'), `${GTIN}\r`)
    expect(values().slice(0, 2)).toEqual(['SERIAL-77', GTIN])
    expect(inputs(SAVE)).toEqual([])
    typeKeys(field('GTIN'), '\r')
    await waitFor(() => expect(inputs(SAVE)).toMatchObject([{ serialNumber: 'SERIAL-77', gtin: GTIN }]))
  })

  test('is not typed into the field that has the focus, but fills in the fields of the row', async () => {
    const { inputs } = show()
    await ready()
    for (const name of ['Lot #', 'Med Name']) {
      await userEvent.click(field(name))
      scanKeys(field(name), `${SCAN}\r`)
      await waitFor(() => expect(values()).toEqual(['SN4711AB', GTIN, 'MF26A', 'Metformin HCl', 'Alderbrook Pharma']))
    }
    expect(inputs(SAVE)).toEqual([])
  })
})

describe('the drug reference', () => {
  test('[NDC-001] [NDC-002] [NDC-005] is searched by the first five NDC digits, again only when those digits change, and fills in Med Name and Manufacturer', async () => {
    const { inputs } = show()
    await ready()
    await userEvent.type(field('GTIN'), '0038801')
    expect(inputs(LOOKUP)).toEqual([])
    await userEvent.type(field('GTIN'), '0')
    await waitFor(() => expect(inputs(LOOKUP)).toEqual([{ ndc: '88010' }]))
    await userEvent.type(field('GTIN'), '500605')
    await waitFor(() => expect(values().slice(3)).toEqual(['Metformin HCl', 'Alderbrook Pharma']))
    expect(inputs(LOOKUP)).toHaveLength(1)
    await userEvent.clear(field('GTIN'))
    expect(values().slice(3)).toEqual(['', ''])
    await userEvent.type(field('GTIN'), '00388123')
    await waitFor(() => expect(inputs(LOOKUP)).toEqual([{ ndc: '88010' }, { ndc: '88123' }]))
    await userEvent.click(field('Med Name'))
    expect(await options()).toEqual([
      'Metformin HCl 10 mg/1Alderbrook Pharma, 8801-0500-60, 30 TABLET in 1 BOTTLE',
      'Lisinopril 10 mg/1Alderbrook Pharma, 8801-0010-30, 30 TABLET in 1 BOTTLE',
    ])
    await userEvent.click(field('Manufacturer'))
    await waitFor(async () => expect(await options()).toEqual(['Alderbrook Pharma']))
  })

  test('[NDC-003] cancels a running lookup when a new one starts, and ignores the canceled response', async () => {
    const late = Promise.withResolvers<unknown>()
    const { calls } = show({
      [LOOKUP]: ({ ndc }: { ndc: string }) => (ndc === '88010' ? late.promise : [drug('88123-771-30', 'Amoxicillin', 'Fenwick')]),
    })
    await ready()
    const lookups = () => calls.filter((call) => call.path === LOOKUP)
    await userEvent.type(field('GTIN'), '00388010')
    await waitFor(() => expect(lookups()).toHaveLength(1))
    expect(lookups()[0]?.signal?.aborted).toBe(false)
    await userEvent.clear(field('GTIN'))
    await userEvent.type(field('GTIN'), '00388123')
    await waitFor(() => expect(lookups()).toHaveLength(2))
    expect(lookups().map((call) => call.signal?.aborted)).toEqual([true, false])
    late.resolve(drugs)
    await userEvent.click(field('Med Name'))
    expect((await options()).join()).toContain('Amoxicillin')
    expect((await options()).join()).not.toContain('Metformin')
  })

  test('[ENTRY-004] suggests manufacturers that match the input, and fills in the selected manufacturer', async () => {
    const makers = [drug('88123-204-90', 'Atorvastatin', 'Fenwick'), drug('88123-205-90', 'Lisinopril', 'Fenton Labs')]
    const { inputs } = show({
      'drugReference.readManyByName': ({ manufacturerName }: { manufacturerName?: string }) => (manufacturerName ? makers : []),
    })
    await ready()
    await userEvent.type(field('Manufacturer'), 'fen')
    expect(await options()).toEqual(['Fenwick', 'Fenton Labs'])
    expect(inputs('drugReference.readManyByName')).toContainEqual({ manufacturerName: 'fen' })
    await userEvent.type(field('Manufacturer'), 't')
    await waitFor(async () => expect(await options()).toEqual(['Fenton Labs']))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(values().slice(3)).toEqual(['', 'Fenton Labs'])
    expect(inputs(SAVE)).toEqual([])
  })

  test('[ENTRY-003 ENTRY-014] is searched by name when there is no GTIN, and fills in the selected product’s manufacturer and NDC', async () => {
    const { inputs } = show()
    await ready()
    await userEvent.type(field('Med Name'), 'ator')
    expect(await options()).toEqual(['Atorvastatin 10 mg/1Fenwick, 88123-204-90, 30 TABLET in 1 BOTTLE'])
    expect(inputs('drugReference.readManyByName')).toEqual([{ medName: 'ator' }])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(values().slice(3)).toEqual(['Atorvastatin', 'Fenwick'])
    expect(inputs(SAVE)).toEqual([])
    await userEvent.type(field('Serial #'), 'A1{Enter}')
    await waitFor(() =>
      expect(inputs(SAVE)).toMatchObject([{ serialNumber: 'A1', gtin: '', ndc: '88123-204-90', medName: 'Atorvastatin' }]),
    )
  })

  test('never replaces a name typed by the user', async () => {
    show()
    await ready()
    await userEvent.type(field('Med Name'), 'My own')
    await userEvent.click(field('Serial #'))
    await userEvent.type(field('GTIN'), GTIN)
    await screen.findByText('8801-0500-60', { selector: '[role="status"] *' })
    expect(values().slice(3)).toEqual(['My own', ''])
  })
})
