import { z } from 'zod'
import { filterLocation, filterText, id, isoDate, isoInstant, makePage, pageInput, personName, sha256Hex } from './common.ts'

/** Options of the form, verbatim (P1 §9). The first of each is the default of a new form, unless noted otherwise. */
export const INCIDENT_OPTIONS = {
  reportType: ['INITIAL', 'FOLLOWUP', 'TERMINATE'],
  /** A new form selects none of these, although it selects a default in every other list here. */
  classification: ['COUNTERFEIT', 'DIVERTED', 'STOLEN', 'INTENTIONAL ADULTERATION', 'UNFIT FOR DISTRIBUTION', 'FRAUDULENT TRANSACTION'],
  use: ['HUMAN USE', 'OTHER'],
  description: ['FINISHED PRESCRIPTION DRUG', 'VACCINE', 'PLASMA DERIVATIVE', 'ALLERGENIC', 'MULTIPLE'],
  dosageForm: ['TABLET', 'CAPSULE', 'SUBLINGUAL', 'AEROSOL', 'ORAL LIQUID', 'INJECTABLE', 'TOPICAL', 'SUPPOSITORY', 'OTHER', 'MULTIPLE'],
  /** A new form preselects DISPENSER (PHARMACY). */
  companyCategory: ['MANUFACTURER', 'WHOLESALE DISTRIBUTOR', 'DISPENSER (PHARMACY)', 'REPACKAGER'],
} as const

/** Maps a dosage form, as a file or the drug reference states it, to one of the choices on Form 3911. */
export function findDosageForm(text: string | null): IncidentForm['dosageForm'] | undefined {
  const upper = text?.toUpperCase() ?? ''
  return INCIDENT_OPTIONS.dosageForm.find((choice) => upper.includes(choice.split(' ')[0] ?? choice))
}

export const incidentType = z.enum(INCIDENT_OPTIONS.reportType)
export type IncidentType = z.infer<typeof incidentType>

const line = z.string().max(300)
const lines = z.string().max(5000)
const text = z.string().max(50_000)
const day = z.union([isoDate, z.literal('')])
const flag = z.boolean()

/** All fields of Form FDA 3911 by their documented names (P1 §3); empty text is an unanswered item. Dates are calendar days. */
export const incidentForm = z.object({
  epcisSgtinId: id.nullable(),
  identifier: line,
  reportType: incidentType,
  incidentNumber: line,
  initialNotificationDate: day,
  productFoundDate: day,
  /** Time of the determination, `HH:mm` in the user's zone. The 24 hours for notifying the FDA start at this time. */
  productFoundTime: z.union([z.iso.time({ precision: -1 }), z.literal('')]),
  /** Empty until the person chooses one, because it is their statement to the FDA. A report can't be sent without it. */
  classification: z.enum([...INCIDENT_OPTIONS.classification, '']),
  /** Location of the incident: item 3 of the form's 2025 edition. */
  geographicLocation: line,
  nameOfProduct: line,
  primaryIngredients: lines,
  use: z.enum(INCIDENT_OPTIONS.use),
  description: z.enum(INCIDENT_OPTIONS.description),
  strength: line,
  dosageForm: z.enum(INCIDENT_OPTIONS.dosageForm),
  quantity: line,
  ndc: line,
  serialNumber: text,
  lotNumber: lines,
  expiration: lines,
  eventNotes: text,
  terminationNotes: text,
  bpdr: flag,
  medWatch3500: flag,
  none: flag,
  far: flag,
  medWatch3500a: flag,
  other: flag,
  otherSpecify: line,
  companyName: line,
  addressLineOne: line,
  addressLineTwo: line,
  city: line,
  state: line,
  country: line,
  zip: line,
  companyCategory: z.enum(INCIDENT_OPTIONS.companyCategory),
  uniqueFacilityIdentifier: line,
  contactName: line,
  contactPhone: line,
  contactEmail: line,
})
export type IncidentForm = z.infer<typeof incidentForm>
export type IncidentField = keyof IncidentForm

/** An empty form (P1 §9). The person must state what was determined and when (decision 32). */
export const EMPTY_INCIDENT_FORM: IncidentForm = {
  epcisSgtinId: null,
  identifier: '',
  reportType: 'INITIAL',
  incidentNumber: '',
  initialNotificationDate: '',
  productFoundDate: '',
  productFoundTime: '',
  classification: '',
  geographicLocation: '',
  nameOfProduct: '',
  primaryIngredients: '',
  use: 'HUMAN USE',
  description: 'FINISHED PRESCRIPTION DRUG',
  strength: '',
  dosageForm: 'TABLET',
  quantity: '',
  ndc: '',
  serialNumber: '',
  lotNumber: '',
  expiration: '',
  eventNotes: '',
  terminationNotes: '',
  bpdr: false,
  medWatch3500: false,
  none: false,
  far: false,
  medWatch3500a: false,
  other: false,
  otherSpecify: '',
  companyName: '',
  addressLineOne: '',
  addressLineTwo: '',
  city: '',
  state: '',
  country: '',
  zip: '',
  companyCategory: 'DISPENSER (PHARMACY)',
  uniqueFacilityIdentifier: '',
  contactName: '',
  contactPhone: '',
  contactEmail: '',
}

/** The incident to which a form belongs or, for a new incident, its location. */
const target = {
  locationId: id,
  incidentId: id.optional(),
  /** The draft from which the form was opened; `since` is the draft's `updatedAt` in the last answer that the page received. */
  draft: z.object({ id, since: isoInstant.max(40) }).optional(),
  /**
   * The draft that this save copies into a new draft. If the form's time of determination did not change, the copy keeps the instant and the time
   * zone of that draft.
   */
  copyOf: id.optional(),
  /** Id of the open form. It distinguishes saves by this page from saves by others. */
  page: z.string().max(40).default(''),
}
export const incidentPreview = z.object({ ...target, jsonData: incidentForm })
export type IncidentPreview = z.output<typeof incidentPreview>

/** A recipient of a report: the FDA, or somebody who gets a copy. */
export const incidentRecipient = z.object({ address: z.string(), recipient: z.enum(['fda', 'copy']) })
export type IncidentRecipient = z.infer<typeof incidentRecipient>

/**
 * The PDF, and the seal required to send it (decision 31); `missing`: items that the FDA will ask for; `recipients`: the addressees according to the
 * current settings.
 */
export const incidentPreviewed = z.object({
  filename: z.string(),
  bufferData: z.string(),
  /** SHA-256 of the PDF, whose bytes stay on the server for the hour in which they can be sent. */
  pdfSha256: sha256Hex,
  seal: z.string(),
  missing: z.array(z.string()),
  recipients: z.array(incidentRecipient),
})

/**
 * Input of the call that submits a report. The previewed PDF is identified by its hash or, as in the documented REST call, included as base64 in
 * `bufferData`.
 */
export const incidentSubmission = z
  .object({
    ...target,
    jsonData: incidentForm,
    pdfSha256: sha256Hex.optional(),
    bufferData: z.string().max(30_000_000).optional(),
    seal: z.string().max(200),
  })
  .refine(({ pdfSha256, bufferData }) => pdfSha256 !== undefined || bufferData !== undefined, {
    error: 'Send either the hash of the previewed document or the document itself.',
  })
export type IncidentSubmission = z.output<typeof incidentSubmission>
/** `isSentToFda`: whether an FDA address is among the recipients. */
export const incidentSubmitted = z.object({ id, threadId: id, recipients: z.array(z.string()), isSentToFda: z.boolean() })

/** Words for each notification still due within the 24-hour deadline. */
export const INCIDENT_MISSING = {
  fdaMailWaiting: 'FDA email not sent',
  fdaMailFailed: 'FDA email failed',
  fdaNotTold: 'FDA not notified',
  partnersNotTold: 'Partners not notified',
} as const
export type IncidentMissing = keyof typeof INCIDENT_MISSING
// Object.keys() returns string[]; the list has exactly these keys and is never empty
const missing = z.enum(Object.keys(INCIDENT_MISSING) as [IncidentMissing, ...IncidentMissing[]])

/** The 24-hour deadline of an incident; `missing` lists what has to be done before it. */
export const incidentClock = z.object({ dueAt: isoInstant, missing: z.array(missing).min(1) })
export type IncidentClock = z.infer<typeof incidentClock>

export const incidentState = z.enum(['SUBMITTED', 'ACKNOWLEDGED', 'FOLLOWUP', 'TERMINATION', 'TERMINATED'])
export type IncidentState = z.infer<typeof incidentState>

export const incidentSearch = z.object({
  serialNumber: filterText,
  incidentNumber: filterText,
  ndc: filterText,
  medName: filterText,
  customerLocationId: filterLocation,
  ...pageInput,
})
export type IncidentSearch = z.output<typeof incidentSearch>

const wrapped = <T extends z.ZodType>(value: T) => z.object({ value })

/** Every field is wrapped in an object with the key `value`, as the specification documents (P1 §3). */
export const incidentRow = z.object({
  id: wrapped(id),
  serialNumber: wrapped(z.string()),
  reportType: wrapped(incidentType),
  incidentNumber: wrapped(z.string().nullable()),
  productName: wrapped(z.string()),
  ndc: wrapped(z.string()),
  lotNumber: wrapped(z.string()),
  dateCreated: wrapped(isoInstant),
  createdBy: wrapped(z.string()),
  customerLocationName: wrapped(z.string()),
  filepath: wrapped(z.string()),
  state: wrapped(incidentState),
  /** Set on the first report of an incident whose 24-hour clock is still running. */
  clock: wrapped(incidentClock.nullable()),
})
export type IncidentRow = z.infer<typeof incidentRow>
export const incidentPage = makePage(incidentRow)

const mail = z.object({
  id,
  reportId: id,
  /** Kind of addressee of a report; null for a notice, and for a report that went to everybody in one email. */
  recipient: z.enum(['fda', 'copy']).nullable(),
  kind: z.enum(['report', 'notice']),
  partnerName: z.string().nullable(),
  to: z.array(z.string()),
  subject: z.string(),
  at: isoInstant,
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** Whether a person reported that the email did not arrive although a mail server accepted it. */
  isLost: z.boolean(),
  lastError: z.string().nullable(),
})
export type IncidentMail = z.infer<typeof mail>

/**
 * How the FDA or the partners were notified, when, and who recorded it. `by` is null if the mail server accepted the emails; `at` is null if only the
 * FDA's number proves the notification. `reference`: the FDA's reference for a report made elsewhere.
 */
const notified = z.object({
  at: isoInstant.nullable(),
  by: personName.nullable(),
  how: z.enum(['mail', 'number', 'told', 'none']),
  reference: z.string().nullable(),
})

/** A report with the incident that it belongs to. The incident dialog and the form for a follow-up report load it. */
export const incidentDetail = z.object({
  id,
  threadId: id,
  locationId: id,
  locationName: z.string(),
  state: incidentState,
  incidentNumber: z.string().nullable(),
  determinedAt: isoInstant,
  clock: incidentClock.nullable(),
  told: z.object({ fda: notified.nullable(), partners: notified.nullable() }),
  /** FDA addresses for which no email with the first report has been sent or is waiting to be sent. */
  unmailed: z.array(z.string()),
  terminatedAt: isoInstant.nullable(),
  /** The investigation that found the product illegitimate. */
  investigationId: id.nullable(),
  createdAt: isoInstant,
  createdBy: personName.nullable(),
  filepath: z.string(),
  form: incidentForm,
  reports: z.array(
    z.object({ id, reportType: incidentType, createdAt: isoInstant, createdBy: personName.nullable(), filepath: z.string() }),
  ),
  mails: z.array(mail),
})
export type IncidentDetail = z.infer<typeof incidentDetail>

/** Log of an incident, newest first; `by` is null for the system. */
export const incidentHistory = z.array(
  z.object({ at: isoInstant, by: personName.nullable(), what: z.string(), detail: z.string().nullable() }),
)
export type IncidentHistory = z.infer<typeof incidentHistory>

export const incidentRef = z.object({ incidentId: id })
export const incidentCount = z.object({ count: z.int() })
export const incidentPath = z.object({ filepath: z.string().min(1).max(100) })

/** Fields that Incident Info may change, one at a time (decision 32). */
export const INCIDENT_EDITABLE = [
  'incidentNumber',
  'nameOfProduct',
  'primaryIngredients',
  'strength',
  'quantity',
  'ndc',
  'serialNumber',
  'lotNumber',
  'expiration',
  'eventNotes',
  'contactName',
  'contactPhone',
  'contactEmail',
] as const satisfies readonly IncidentField[]
export type IncidentEditable = (typeof INCIDENT_EDITABLE)[number]

/** The id plus exactly one field (P1 §7). */
export const incidentUpdate = z.object({ id, field: z.enum(INCIDENT_EDITABLE), value: z.string().max(50_000) })
export type IncidentUpdate = z.infer<typeof incidentUpdate>

export const incidentRegulatorMailed = z.object({ recipients: z.array(z.string()) })
export const incidentMailRef = z.object({ incidentMailId: id })

/**
 * Records who was notified of an incident. For `fda`, `told` means that the FDA got the report another way, with day and time in the person's time
 * zone. For `partners`, `told` means that they were notified, and `none` that there are no partners to notify. `notYet` withdraws the record.
 */
export const incidentNotified = z.union([
  z.object({
    incidentId: id,
    who: z.literal('fda'),
    how: z.literal('told'),
    day: isoDate,
    time: z.iso.time({ precision: -1 }),
    reference: z.string().trim().max(200, 'A reference has at most 200 characters.').default(''),
  }),
  z.object({ incidentId: id, who: z.literal('fda'), how: z.literal('notYet') }),
  z.object({ incidentId: id, who: z.literal('partners'), how: z.enum(['told', 'none', 'notYet']) }),
])
export type IncidentNotified = z.output<typeof incidentNotified>

/** Incidents whose 24-hour clocks are still running; the earliest deadline comes first. */
export const incidentClocks = z.array(
  z.object({
    id,
    productName: z.string(),
    serialNumber: z.string(),
    classification: z.string(),
    locationName: z.string(),
    clock: incidentClock,
  }),
)
export type IncidentClocks = z.infer<typeof incidentClocks>

/** Text that the user has typed but that is not part of the form yet: dates that could not be parsed, and the serial number in the search field. */
const asTyped = z.object({ initialNotificationDate: line, productFoundDate: line, search: line }).partial()
export type IncidentAsTyped = z.infer<typeof asTyped>

export const incidentDraft = z.object({
  id,
  locationId: id,
  locationName: z.string(),
  incidentId: id.nullable(),
  form: incidentForm,
  asTyped,
  determinedAt: isoInstant.nullable(),
  /** Zone in which date and time of the determination were entered. */
  timeZone: z.string().nullable(),
  createdBy: personName.nullable(),
  updatedAt: isoInstant,
})
export type IncidentDraft = z.infer<typeof incidentDraft>
export const incidentDraftList = z.array(incidentDraft)
export const incidentDraftInput = incidentPreview.extend({ asTyped: asTyped.default({}) })
export type IncidentDraftInput = z.output<typeof incidentDraftInput>
export const incidentDraftSaved = z.object({ draftId: id, updatedAt: isoInstant, determinedAt: isoInstant.nullable() })
export const incidentDraftRef = z.object({ draftId: id })

/** Notices to partners who may have received the product, one email each; `{partner}` is replaced by the partner's name. */
export const incidentNotice = z.object({
  incidentId: id,
  subject: z.string().trim().min(1).max(300),
  body: z.string().trim().min(1).max(10_000),
  partners: z
    .array(z.object({ name: z.string().trim().min(1).max(200), emailAddress: z.string().max(300) }))
    .min(1)
    .max(50),
})
export type IncidentNotice = z.infer<typeof incidentNotice>
export const incidentNoticed = z.object({ mails: z.int() })
/** Possible recipients: senders of orders of the same product, newest first. */
export const incidentPartners = z.array(z.object({ name: z.string(), gln: z.string().nullable() }))
