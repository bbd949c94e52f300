import {
  DAY_MS,
  EMPTY_INCIDENT_FORM,
  findDosageForm,
  type IncidentAsTyped,
  type IncidentField,
  type IncidentForm,
  type IncidentType,
} from '@seriatim/schema'
import type { Outputs } from '../../../../api/trpc.ts'
import { isUnread } from '../../../../ui/field/date-field.tsx'
import { toDay } from '../../../../ui/text/format.ts'
import type { ReportedLabel } from '../../../scan/report-link.ts'
import { collectDifferences, fieldsOfLabel } from './label-fields.ts'

export type CompanyBlock = Outputs['location']['readOneCompany']
export type SavedDraft = Outputs['incidentReport']['readManyDrafts'][number]
export type Incident = Outputs['incidentReport']['readOneById']
/** What is on record of a package. */
export type FoundPackage = Outputs['med']['readOneBySerialnumberIncident']

/** Date and time of the determination as the server reads them: in the zone of who entered them. */
export interface Determined {
  day: string
  time: string
  at: string
  zone: string
}

/** What the form was filled with from a record. */
interface Filled {
  name: string
  fields: number
  /** The location that the package is at, where the form said another. */
  movedTo: string | undefined
  /** In which words its label differs from the record. */
  differs: string[]
}

/** A form as it is written. */
export interface FormState {
  form: IncidentForm
  /** The location that was chosen or found; until then that of the page. */
  place: number | undefined
  /** In the field for the package. */
  search: string
  determined: Determined | undefined
  filled: Filled | undefined
  /** The company block that the form was filled with last. */
  offered: CompanyBlock | undefined
  /** What the description was begun with, so that it goes with its package as long as nobody wrote on. */
  ownNotes: string
}

/** Of what is typed into one line. */
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

/** Nothing but the company block of its location. */
export function cleared(state: FormState): FormState {
  const { place, offered, determined } = state
  return { ...newForm(), form: withBlock(newForm().form, offered), place, offered, determined }
}

/** A draft, with what was typed into it and is no day yet. */
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

/** What is known of an incident, as its next report begins with it; the first report's day is that of the initial notification. */
export function furtherReport(state: FormState, { form, reports, locationId }: Incident, type: IncidentType | undefined): FormState {
  const first = reports.findLast((report) => report.reportType === 'INITIAL')
  return {
    ...state,
    form: {
      ...form,
      reportType: type ?? 'FOLLOWUP',
      initialNotificationDate: form.initialNotificationDate || (first ? toDay(new Date(first.createdAt)) : ''),
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

/** The company block of a location where nothing else was typed: blanks, and what was filled in for another location. */
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
  /** What the drug reference says of the product. */
  product: Partial<IncidentForm>
  notes: string
}

/** A package that is on no record: what its label says is all that there is. Nothing of the package before stays with it. */
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
  /** The name of its location, where the form said another. */
  movedTo: string | undefined
}

/** A package that is on record, with what its label says instead; what was typed and is not known of it stays. */
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

/** A form has days; a text that is none (yet) is kept beside it, so that it is there when the draft is opened again. */
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

/** A save told when the server takes the determination to have been; a time that was entered elsewhere keeps its zone. */
export function savedAt(state: FormState, form: IncidentForm, at: string | null, here: string): FormState {
  const { determined } = state
  const zone = determined && isSameTime(determined, form) ? determined.zone : here
  return { ...state, determined: pickDetermined(form, at, zone) }
}

/** Begin and end of the 24 hours in which the FDA and the partners must be told; undefined without a day. `zone`: where it was entered, if elsewhere. */
export function findDue(
  { form, determined }: Pick<FormState, 'form' | 'determined'>,
  here: string,
): { from: string; to: string; zone: string | undefined } | undefined {
  if (isUnread(form.productFoundDate)) return undefined
  const isKnown = determined !== undefined && isSameTime(determined, form)
  const from = new Date(isKnown ? determined.at : `${form.productFoundDate}T${form.productFoundTime || '00:00'}`)
  if (Number.isNaN(from.getTime())) return undefined
  const zone = isKnown && determined.zone !== here ? determined.zone : undefined
  return { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString(), zone }
}
