import {
  EMPTY_INCIDENT_FORM,
  findDosageForm,
  type IncidentAsTyped,
  type IncidentField,
  type IncidentForm,
  type IncidentType,
  NOTIFY_MS,
} from '@seriatim/schema'
import type { Outputs } from '../../../../api/trpc.ts'
import { isUnread } from '../../../../ui/field/date-field.tsx'
import { localDay } from '../../../../ui/text/format.ts'
import type { ReportedLabel } from '../../../scan/report-link.ts'
import { collectDifferences, fieldsOfLabel } from './label-fields.ts'

export type CompanyBlock = Outputs['location']['readOneCompany']
export type SavedDraft = Outputs['incidentReport']['readManyDrafts'][number]
export type Incident = Outputs['incidentReport']['readOneById']
/** Data on file about a package. */
export type FoundPackage = Outputs['med']['readOneBySerialnumberIncident']

/** Date and time of the determination in the time zone of the person who entered them. */
export interface Determined {
  day: string
  time: string
  at: string
  zone: string
}

/** The source from which the form was filled in: its name, and what it changed. */
interface Filled {
  name: string
  fields: number
  /** Name of the package's location, if the form had a different one. */
  movedTo: string | undefined
  /** Differences between the package's label and the record, in words. */
  differs: string[]
}

/** State of the incident form while a person edits it. */
export interface FormState {
  form: IncidentForm
  /**
   * The location of the report: the one that the user chose, or the one where the package was found. If undefined, the report uses the location
   * selected for the page.
   */
  place: number | undefined
  search: string
  determined: Determined | undefined
  filled: Filled | undefined
  /**
   * The company's details that the form filled in last. A field that still has its filled-in value was not edited, so another location's details may
   * replace it.
   */
  offered: CompanyBlock | undefined
  /**
   * Event description that the form generated for the chosen package. If the user chooses another package, the form generates a new description,
   * unless somebody has edited this one.
   */
  ownNotes: string
}

/** Length limit of one-line inputs. */
const LONGEST = 300

export function newForm(search = ''): FormState {
  return {
    form: EMPTY_INCIDENT_FORM,
    place: undefined,
    search,
    determined: undefined,
    filled: undefined,
    offered: undefined,
    ownNotes: '',
  }
}

/** Resets everything except the location, its company block and the time of determination. */
export function cleared(state: FormState): FormState {
  const { place, offered, determined } = state
  return { ...newForm(), form: withBlock(newForm().form, offered), place, offered, determined }
}

/** Restores a draft, including typed text that is not a valid date yet. */
export function openedDraft(state: FormState, { form, asTyped, locationId, determinedAt, timeZone }: SavedDraft, here: string): FormState {
  return {
    ...state,
    form: {
      ...form,
      initialNotificationDate: asTyped.initialNotificationDate ?? form.initialNotificationDate,
      productFoundDate: asTyped.productFoundDate ?? form.productFoundDate,
    },
    search: asTyped.search ?? '',
    place: locationId,
    determined: pickDetermined(form, determinedAt, timeZone ?? here),
  }
}

/**
 * Prefills the next report of an incident with the incident's current values. If the date of initial notification is missing, uses the day on which
 * the first report was created.
 */
export function furtherReport(state: FormState, { form, reports, locationId }: Incident, type: IncidentType | undefined): FormState {
  const first = reports.findLast((report) => report.reportType === 'INITIAL')
  return {
    ...state,
    form: {
      ...form,
      reportType: type ?? 'FOLLOWUP',
      initialNotificationDate: form.initialNotificationDate || (first ? localDay(new Date(first.createdAt)) : ''),
      ...(type === 'TERMINATE' ? {} : { terminationNotes: '' }),
    },
    place: locationId,
  }
}

const COMPANY_FIELDS = [
  'companyName',
  'addressLineOne',
  'addressLineTwo',
  'city',
  'state',
  'country',
  'zip',
  'uniqueFacilityIdentifier',
  'contactName',
  'contactEmail',
] as const satisfies readonly IncidentField[]

function withBlock(form: IncidentForm, block: CompanyBlock | undefined, before?: CompanyBlock): IncidentForm {
  if (!block) return form
  const filled = COMPANY_FIELDS.filter((field) => form[field] === '' || form[field] === before?.[field])
  return { ...form, ...Object.fromEntries(filled.map((field) => [field, block[field] ?? ''])) }
}

/** Fills the company fields from a location's block, if they are blank or unchanged since another location's block filled them. */
export function withCompany(state: FormState, block: CompanyBlock): FormState {
  return { ...state, form: withBlock(state.form, block, state.offered), offered: block }
}

export function changed(state: FormState, next: Partial<IncidentForm>): FormState {
  const { reportType = state.form.reportType } = next
  const isFirst = next.reportType !== undefined && reportType === 'INITIAL'
  return { ...state, form: { ...state.form, ...next, ...(isFirst ? { incidentNumber: '' } : {}) } }
}

const PRODUCT_FIELDS = [
  'nameOfProduct',
  'primaryIngredients',
  'strength',
  'dosageForm',
  'quantity',
  'ndc',
  'serialNumber',
  'lotNumber',
  'expiration',
] as const satisfies readonly IncidentField[]
const nothingOfLabel = { serialNumber: '', ndc: '', lotNumber: '', expiration: '' } as const satisfies Partial<IncidentForm>
const nothingOfProduct = Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, EMPTY_INCIDENT_FORM[field]]))

function withNotes(state: FormState, notes: string): FormState {
  const { form, ownNotes } = state
  const isOwn = form.eventNotes === '' || form.eventNotes === ownNotes
  return { ...state, ownNotes: notes, form: isOwn ? { ...form, eventNotes: notes } : form }
}

interface Unknown {
  label: ReportedLabel | undefined
  /** Product data from the drug reference. */
  product: Partial<IncidentForm>
  notes: string
}

/** Fills in a package that is not on file from its label, and removes the data of the previous package. */
export function withUnknown(state: FormState, { label, product, notes }: Unknown): FormState {
  const next = withNotes(state, notes)
  const { form } = next
  const wasKnown = form.epcisSgtinId !== null
  return {
    ...next,
    filled: undefined,
    form: {
      ...form,
      ...(wasKnown ? nothingOfProduct : {}),
      ...(label ? nothingOfLabel : {}),
      ...(form.nameOfProduct === '' || wasKnown ? product : {}),
      ...(label ? fieldsOfLabel(label) : {}),
      epcisSgtinId: null,
    },
  }
}

interface Known {
  found: FoundPackage
  label: ReportedLabel | undefined
  notes: string
  /** Name of the package's location, if it replaced a different location on the form. */
  movedTo: string | undefined
}

/**
 * Fills in the form from a package on file and from its label; where both have data, the label's is used. Product fields without data become empty;
 * the user's other input stays.
 */
export function withPackage(state: FormState, { found, label, notes, movedTo }: Known): FormState {
  const { medId: _, locationId, epcisSgtinId, dosageForm, ...texts } = found
  const known = Object.entries(texts).filter((entry): entry is [IncidentField, string] => typeof entry[1] === 'string' && entry[1] !== '')
  const choice = findDosageForm(dosageForm)
  const next = withNotes(state, notes)
  return {
    ...next,
    place: locationId,
    form: {
      ...next.form,
      ...nothingOfProduct,
      ...Object.fromEntries(known),
      ...(label ? fieldsOfLabel(label) : {}),
      epcisSgtinId,
      ...(choice ? { dosageForm: choice } : {}),
    },
    filled: {
      name: found.nameOfProduct ?? 'Product not named',
      fields: known.length + (choice ? 1 : 0),
      movedTo,
      differs: label ? collectDifferences(label, found) : [],
    },
  }
}

const DAY_FIELDS = ['initialNotificationDate', 'productFoundDate'] as const satisfies readonly IncidentField[]

/**
 * Splits the form for saving. A draft accepts only valid dates, so any other text in a date field is saved separately and reappears when the draft is
 * reopened.
 */
export function savable({ form, search }: FormState): { jsonData: IncidentForm; asTyped: IncidentAsTyped } {
  const unread = DAY_FIELDS.filter((field) => isUnread(form[field]))
  return {
    jsonData: unread.length > 0 ? { ...form, ...Object.fromEntries(unread.map((field) => [field, ''])) } : form,
    asTyped: {
      ...Object.fromEntries(unread.map((field) => [field, form[field].slice(0, LONGEST)])),
      ...(search ? { search: search.slice(0, LONGEST) } : {}),
    },
  }
}

function pickDetermined(form: IncidentForm, at: string | null, zone: string): Determined | undefined {
  return at === null ? undefined : { day: form.productFoundDate, time: form.productFoundTime, at, zone }
}

const isSameTime = ({ day, time }: Determined, { productFoundDate, productFoundTime }: IncidentForm) =>
  day === productFoundDate && time === productFoundTime

/**
 * After a save, adopts the determination time that the server computed. If the user has not changed day and time, their time zone stays the one in
 * which they were entered; otherwise it becomes `here`.
 */
export function savedAt(state: FormState, form: IncidentForm, at: string | null, here: string): FormState {
  const { determined } = state
  const zone = determined && isSameTime(determined, form) ? determined.zone : here
  return { ...state, determined: pickDetermined(form, at, zone) }
}

/**
 * Start and end of the 24 hours in which the FDA and partners must be notified; undefined if the day is missing or unreadable. `zone` is the time
 * zone in which the day was entered, set only if it differs from `here`.
 */
export function findDue(
  { form, determined }: Pick<FormState, 'form' | 'determined'>,
  here: string,
): { from: string; to: string; zone: string | undefined } | undefined {
  if (isUnread(form.productFoundDate)) return undefined
  const isKnown = determined !== undefined && isSameTime(determined, form)
  const from = new Date(isKnown ? determined.at : `${form.productFoundDate}T${form.productFoundTime || '00:00'}`)
  if (Number.isNaN(from.getTime())) return undefined
  const zone = isKnown && determined.zone !== here ? determined.zone : undefined
  return { from: from.toISOString(), to: new Date(from.getTime() + NOTIFY_MS).toISOString(), zone }
}
