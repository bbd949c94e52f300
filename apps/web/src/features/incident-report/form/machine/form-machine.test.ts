import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import type { ReportedLabel } from '../../../scan/report-link.ts'
import type { FormContent } from './draft-saver.ts'
import { type FormContext, FormMachine, type PackageWanted } from './form-machine.ts'
import type { CompanyBlock, FoundPackage, Incident, SavedDraft } from './form-state.ts'

const context: FormContext = {
  locationId: 1,
  locations: [
    { id: 1, name: '412 Park Avenue' },
    { id: 2, name: '88 Lexington Avenue' },
  ],
  incidentId: undefined,
  isLoading: false,
}
const block = { companyName: 'Park Avenue Pharmacy', city: 'New York', contactEmail: 'dana@park.demo' } as CompanyBlock
const found = {
  medId: 5,
  locationId: 1,
  epcisSgtinId: 77,
  nameOfProduct: 'Metformin',
  strength: '500 mg',
  dosageForm: 'TABLET, FILM COATED',
  ndc: '00880105006',
  serialNumber: 'S1',
  lotNumber: 'A1',
  expiration: '2028-07-31',
} as FoundPackage
const label: ReportedLabel = { serialNumber: 'S1', lotNumber: 'B2', gtin: '00301162001165' }
const draft = {
  id: 7,
  locationId: 2,
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Amoxicillin', productFoundDate: '2026-11-01', productFoundTime: '16:20' },
  asTyped: { productFoundDate: '11/4', search: 'S9' },
  determinedAt: '2026-11-01T21:20:00.000Z',
  timeZone: 'America/New_York',
} as SavedDraft
const incident = {
  locationId: 2,
  form: { ...EMPTY_INCIDENT_FORM, nameOfProduct: 'Lisinopril', terminationNotes: 'Found again.' },
  reports: [{ reportType: 'INITIAL', createdAt: '2026-11-03T12:00:00' }],
} as unknown as Incident

/** Creates a form with a fake server that has these packages at these locations and records its calls. */
function makeForm({ known = [] as FoundPackage[], page = context } = {}) {
  const asked: [wanted: PackageWanted, locationId: number | undefined][] = []
  const saved: FormContent[] = []
  const machine = new FormMachine({
    findPackage: async (wanted, locationId) => {
      asked.push([wanted, locationId])
      return known.find((one) => one.serialNumber === wanted.serialNumber && (locationId ?? one.locationId) === one.locationId)
    },
    productOf: async (ndc) => (ndc === '1234' ? { nameOfProduct: 'From the drug reference' } : {}),
    orderOf: async () => ({ purchaseOrderNumbers: ['88213-04'], senderNames: ['Northway Wholesale'] }),
    save: (typed) => saved.push(typed),
    zone: () => 'America/New_York',
  })
  machine.setContext(page)
  return { machine, asked, saved, form: () => machine.get().form, last: () => saved.at(-1)?.jsonData }
}

describe('typed input', () => {
  test('is saved as a draft on each change, but not before the first change', () => {
    const { machine, saved, last } = makeForm()
    expect(saved).toEqual([])
    machine.change({ nameOfProduct: 'Metformin' })
    expect(last()).toMatchObject({ nameOfProduct: 'Metformin', classification: '', productFoundDate: '', productFoundTime: '' })
  })

  test.each([
    ['the location is known', { ...context, locationId: 0 }],
    ['the draft is loaded', { ...context, isLoading: true }],
  ])('is not saved until %s', (_, page) => {
    const { machine, saved } = makeForm({ page })
    machine.change({ nameOfProduct: 'Metformin' })
    expect(saved).toEqual([])
    machine.setContext(context)
    expect(saved).toHaveLength(1)
    machine.setContext({ ...context })
    expect(saved).toHaveLength(1)
  })

  test('that is not a valid date is kept as typed, separately from the form’s data, and the form’s date stays empty', () => {
    const { machine, saved } = makeForm()
    machine.change({ productFoundDate: 'Nov 4' })
    expect(saved.at(-1)).toMatchObject({ jsonData: { productFoundDate: '' }, asTyped: { productFoundDate: 'Nov 4' } })
  })

  test('loses the incident number when the report type changes to initial', () => {
    const { machine, form } = makeForm()
    machine.change({ reportType: 'FOLLOWUP', incidentNumber: 'FDA-1' })
    machine.change({ reportType: 'INITIAL' })
    expect(form().incidentNumber).toBe('')
  })

  test('is cleared when the form is cleared, except for the company', () => {
    const { machine, form } = makeForm()
    machine.offer(block)
    machine.change({ nameOfProduct: 'Metformin' })
    machine.clear()
    expect(form()).toMatchObject({ nameOfProduct: '', companyName: 'Park Avenue Pharmacy', productFoundDate: '' })
  })
})

describe('the company block', () => {
  test('fills in blank fields, changes with the location, and keeps typed values', () => {
    const { machine, form } = makeForm()
    machine.offer(block)
    machine.change({ city: 'Albany' })
    machine.offer({ ...block, companyName: 'Lexington Pharmacy', city: 'Boston' } as CompanyBlock)
    expect(form()).toMatchObject({ companyName: 'Lexington Pharmacy', city: 'Albany', contactEmail: 'dana@park.demo' })
  })

  test('does not save the draft when it fills in fields', () => {
    const { machine, saved } = makeForm()
    machine.offer(block)
    expect(saved).toEqual([])
  })
})

describe('an opened form', () => {
  test('keeps its location, the input as typed, and the time in the time zone in which the time was entered', () => {
    const { machine, saved, form } = makeForm()
    machine.open(draft)
    expect(machine.get()).toMatchObject({ place: 2, search: 'S9', determined: { zone: 'America/New_York', time: '16:20' } })
    expect(form()).toMatchObject({ nameOfProduct: 'Amoxicillin', productFoundDate: '11/4' })
    expect(saved).toEqual([])
  })

  test('keeps the time zone of an unchanged time when the form is saved in another time zone', () => {
    const { machine, form } = makeForm()
    machine.open({ ...draft, asTyped: {}, timeZone: 'America/Denver' } as SavedDraft)
    machine.saved({ jsonData: form() }, draft.determinedAt)
    expect(machine.get().determined?.zone).toBe('America/Denver')
    machine.saved({ jsonData: { ...form(), productFoundTime: '17:00' } }, draft.determinedAt)
    expect(machine.get().determined?.zone).toBe('America/New_York')
  })

  test.each([
    ['FOLLOWUP', 'FOLLOWUP', ''],
    [undefined, 'FOLLOWUP', ''],
    ['TERMINATE', 'TERMINATE', 'Found again.'],
  ] as const)(
    'shows the known facts of the incident when the user starts a further report about it (%s)',
    (type, reportType, terminationNotes) => {
      const { machine, form } = makeForm()
      machine.further(incident, type)
      expect(form()).toMatchObject({ nameOfProduct: 'Lisinopril', reportType, terminationNotes, initialNotificationDate: '2026-11-03' })
      expect(machine.locationId()).toBe(2)
    },
  )
})

describe('a package', () => {
  test('that is on file fills in the form’s product fields, and leaves other typed values unchanged', async () => {
    const { machine, form, last } = makeForm({ known: [found] })
    machine.change({ use: 'HUMAN USE', lotNumber: 'TYPED' })
    expect(await machine.fill({ serialNumber: 'S1' })).toBe(true)
    expect(form()).toMatchObject({ nameOfProduct: 'Metformin', lotNumber: 'A1', use: 'HUMAN USE', epcisSgtinId: 77 })
    expect(machine.get().filled).toEqual({ name: 'Metformin', fields: 7, movedTo: undefined, differs: [] })
    expect(last()?.epcisSgtinId).toBe(77)
  })

  test.each([
    ['that was typed is looked up at this location first, then at all locations', { serialNumber: 'S1' }, undefined, [1, undefined]],
    ['chosen among several is looked up at all locations', { serialNumber: 'S1', medId: 5 }, undefined, [undefined]],
    ['of a known incident is looked up at the incident’s location only', { serialNumber: 'S1' }, 12, [1]],
  ])('%s', async (_, wanted, incidentId, places) => {
    const { machine, asked } = makeForm({ page: { ...context, incidentId } })
    await machine.fill(wanted)
    expect(asked.map(([, locationId]) => locationId)).toEqual(places)
  })

  test('that is on file at another location switches the form to that location and shows a note', async () => {
    const { machine } = makeForm({ known: [{ ...found, locationId: 2 }] })
    await machine.fill({ serialNumber: 'S1' })
    expect(machine.locationId()).toBe(2)
    expect(machine.get().filled?.movedTo).toBe('88 Lexington Avenue')
  })

  test('that is on file is entered with its label’s values instead of the record’s, and the form lists the differences', async () => {
    const { machine, form } = makeForm({ known: [found] })
    await machine.fill({ serialNumber: 'S1' }, label)
    expect(form().lotNumber).toBe('B2')
    expect(machine.get().filled?.differs).toEqual(['lot B2, the record lot A1'])
  })

  test('that is not on file is entered with the data of its label and of the drug reference, and replaces the data of the previous package', async () => {
    const { machine, form } = makeForm({ known: [found] })
    await machine.fill({ serialNumber: 'S1' })
    expect(await machine.fill({ serialNumber: 'S2' }, { ...label, serialNumber: 'S2', ndc: '1234', documentId: 3 })).toBe(false)
    expect(form()).toMatchObject({ nameOfProduct: 'From the drug reference', serialNumber: 'S2', strength: '', epcisSgtinId: null })
    expect(form().eventNotes).toContain('PO 88213-04')
    expect(machine.get().filled).toBeUndefined()
  })

  test('that is entered is mentioned in the form’s description, unless somebody has already edited the description', async () => {
    const { machine, form } = makeForm()
    await machine.fill({ serialNumber: 'S2' }, { ...label, serialNumber: 'S2' })
    await machine.fill({ serialNumber: 'S3' }, { ...label, serialNumber: 'S3' })
    expect(form().eventNotes).toContain('serial number S3')
    machine.change({ eventNotes: `${form().eventNotes} The seal was broken.` })
    await machine.fill({ serialNumber: 'S4' }, { ...label, serialNumber: 'S4' })
    expect(form().eventNotes).toContain('serial number S3')
    expect(form().eventNotes).toContain('The seal was broken.')
  })
})
