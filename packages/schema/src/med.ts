import { z } from 'zod'
import { attachment } from './attachment.ts'
import {
  filterDate,
  filterLocation,
  filterText,
  gtin14,
  id,
  isoDate,
  isoInstant,
  makePage,
  pageInput,
  personName,
  reason,
} from './common.ts'
import { INCIDENT_OPTIONS } from './incident-report.ts'
import { receivedHow } from './order.ts'

export const medSort = z.enum(['date', 'serialNumber', 'lotNumber', 'expirationDate'])
export const medSearch = z.object({
  serialNumber: filterText,
  ndc: filterText,
  medName: filterText,
  manufacturerName: filterText,
  lotNumber: filterText,
  customerLocationId: filterLocation,
  startDate: filterDate,
  endDate: filterDate,
  sort: medSort.default('date'),
  /** This field is not named `direction`, because tRPC reserves that name in the input of a paged query. */
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageInput,
})
export type MedSearch = z.output<typeof medSearch>
/** A search without paging. */
export const medSearchAll = medSearch.omit({ limit: true, cursor: true })
export type MedSearchAll = z.output<typeof medSearchAll>

/** A pallet directly contains other containers; a case contains none. */
export const packageLevel = z.enum(['case', 'pallet'])
export type PackageLevel = z.infer<typeof packageLevel>
/** The level of a container that has its own serial number, and how many shipped meds it contains according to its newest order. */
export const packageFacts = z.object({ level: packageLevel, meds: z.int() })

export const medRow = z.object({
  id,
  serialNumber: z.string(),
  gtin: z.string().nullable(),
  ndc: z.string().nullable(),
  medName: z.string().nullable(),
  /** Null if unknown, or if the name already includes the strength. */
  strengthDescription: z.string().nullable(),
  manufacturerName: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expirationDate: isoDate.nullable(),
  dateReceived: isoInstant.nullable(),
  receivedBy: personName.nullable(),
  customerLocation: z.object({ id, name: z.string() }),
  isEpcisGenerated: z.boolean(),
  /** Whether the med was entered by mistake. */
  isVoided: z.boolean(),
  /** Whether the med is on hold for any reason, so that nobody receives or sends it by accident. */
  isHeld: z.boolean(),
  /** Whether the med is on hold only until a ticket's data arrives. */
  isPending: z.boolean(),
  /** Name of the receiver, if the med left with a shipment and has not come back. */
  sentTo: z.string().nullable(),
  /** Level and contents if this is a case or a pallet, which is not a med and is not counted as one (decision 40). */
  package: packageFacts.nullable(),
})
export type MedRow = z.infer<typeof medRow>
export const medPage = makePage(medRow)

export const med = z.object({
  id,
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expirationDate: isoDate.nullable(),
  gtin: z.string().nullable(),
  ndc: z.string().nullable(),
  timeStamp: isoInstant,
  createdBy: personName.nullable(),
})

/** A field as the user typed it. The schema does not validate it, because the service reports errors as sentences. */
const entryText = z.string().max(5000).nullish()

/** A med typed or scanned in (P1 §7). Serial number and location are required, everything else may be blank. */
export const medEntry = z.object({
  serialNumber: entryText,
  gtin: entryText,
  ndc: entryText,
  lotNumber: entryText,
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label has no day. A month is compared as a month, and stored as the last day of that month. */
  expirationDate: entryText,
  medName: entryText,
  manufacturerName: entryText,
  locationId: filterLocation,
})
export type MedEntry = z.output<typeof medEntry>

/** The med and the effect of saving; `known` if the entry contained nothing new. */
export const savedMed = med.extend({ outcome: z.enum(['created', 'merged', 'known']) })
export type SavedMed = z.infer<typeof savedMed>

/** A container around the med: its code and how many meds of the document it contains. */
export const packageAround = z.object({
  line: z.int(),
  level: packageLevel,
  /** null for a container with an SSCC, which is not a med. */
  medId: id.nullable(),
  sscc: z.string().nullable(),
  gtin: z.string().nullable(),
  serialNumber: z.string().nullable(),
  meds: z.int(),
  children: z.int(),
})

/** The pedigree of a med with all related data in one record, as the REST specification describes it. */
export const pedigree = z.object({
  med,
  redbook: z.object({ ndc: z.string().nullable() }),
  redbookDetail: z.object({ medName: z.string().nullable(), manufacturerName: z.string().nullable(), dateCreated: isoInstant }),
  createdBy: personName.nullable(),
  customer: z.object({ id, name: z.string() }),
  customerLocation: z.object({ id, name: z.string(), globalLocationNumber: z.string().nullable() }),
  attachments: z.array(attachment),
  isEpcisGenerated: z.boolean(),
  /** Set if the med was voided because it was entered by mistake: when, by whom and why. */
  voided: z.object({ at: isoInstant, by: personName.nullable(), reason: z.string().nullable() }).nullable(),
  /** Owner of the goods if the location receives for another one (340B). */
  goodsOwner: z.object({ id, name: z.string() }).nullable(),
  /** Whether the med is on hold for any reason, so that nobody receives or sends it by accident. */
  isHeld: z.boolean(),
  /** Whether the med is on hold only until a ticket's data arrives. */
  isPending: z.boolean(),
  /** Name of the receiver, if the med left with a shipment and has not come back. */
  sentTo: z.string().nullable(),
  mayVoid: z.boolean(),
  /** Whether the caller can only view the med, because the caller's location owns the goods but another one handles them. */
  isReadOnly: z.boolean(),
  needsReason: z.boolean(),
  dosageFormType: z.string().nullable(),
  strengthDescription: z.string().nullable(),
  netContentDescription: z.string().nullable(),
  /** The containers around the med: the nearest first, the outermost last. */
  parents: z.array(packageAround),
  amountOfChildren: z.int(),
  /** Contents of a case or pallet according to the newest order that lists it; null for a med. */
  package: packageFacts.extend({ documentId: id, line: z.int(), received: z.int(), held: z.int(), pending: z.int() }).nullable(),
  /** Number of other meds in the container that holds this med directly; 0 without a container. */
  siblings: z.int(),
  received: z.object({ by: personName, at: isoInstant, how: receivedHow }).nullable(),
  orders: z.array(
    z.object({
      documentId: id,
      purchaseOrderNumbers: z.array(z.string()),
      senderNames: z.array(z.string()),
      timeStamp: isoInstant,
      isReceived: z.boolean(),
      isShipped: z.boolean(),
    }),
  ),
  history: z.array(
    z.object({
      party: z.object({ name: z.string().nullable(), gln: z.string().nullable(), place: z.string().nullable() }),
      at: z.string(),
      what: z.string(),
      detail: z.string().nullable(),
      /** `event` and `handover` come from the supplier's file, the other kinds from actions in this app. */
      kind: z.enum(['event', 'handover', 'done', 'undo', 'stop', 'note']),
      /** Id of the incident report that this history entry is about. */
      incidentId: id.optional(),
      investigationId: id.optional(),
      tracingId: id.optional(),
      shipmentId: id.optional(),
      verificationId: id.optional(),
    }),
  ),
})
export type Pedigree = z.infer<typeof pedigree>

const flag = z.union([z.boolean(), z.literal('')]).optional()
export const medVoiding = z.object({ medId: id, reason: reason.optional() })
export const medInput = z.object({ medId: id, isEpcisGenerated: flag })
export const locationMeds = z.object({ locationId: id, ...pageInput })
export const pedigreePage = makePage(
  pedigree.pick({
    med: true,
    redbook: true,
    redbookDetail: true,
    createdBy: true,
    customer: true,
    customerLocation: true,
    isEpcisGenerated: true,
  }),
)
export const serialInput = z.object({ serialNumber: z.string().trim().min(1).max(200) })
/** `gtin` distinguishes products with the same serial number; scans provide it. `medId`: the med that was chosen among several. */
export const serialLocationInput = serialInput.extend({ locationId: filterLocation, gtin: gtin14.optional(), medId: id.optional() })

export const pedigreeBySerial = z.object({
  med,
  medName: z.string().nullable(),
  attachments: z.array(z.object({ id, filename: z.string() })),
  others: z.array(
    z.object({ id, gtin: z.string().nullable(), lotNumber: z.string().nullable(), customerLocation: z.object({ id, name: z.string() }) }),
  ),
})

/** Details of the error `serial_ambiguous`: the meds of different products that share a serial number. */
export const serialCandidates = z.array(
  z.object({
    medId: id,
    gtin: z.string().nullable(),
    lotNumber: z.string().nullable(),
    medName: z.string().nullable(),
    locationName: z.string(),
  }),
)
export type SerialCandidate = z.infer<typeof serialCandidates>[number]

/** Fields of the incident form, filled in from the med and its location (rest.md). */
export const incidentPrefill = z.object({
  medId: id,
  /** Location of the med; the incident report will belong to the same location. */
  locationId: id,
  epcisSgtinId: id,
  isHeld: z.boolean(),
  nameOfProduct: z.string().nullable(),
  strength: z.string().nullable(),
  dosageForm: z.string().nullable(),
  ndc: z.string().nullable(),
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expiration: isoDate.nullable(),
  companyName: z.string(),
  addressLineOne: z.string().nullable(),
  addressLineTwo: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string(),
  zip: z.string().nullable(),
  companyCategory: z.enum(INCIDENT_OPTIONS.companyCategory),
  uniqueFacilityIdentifier: z.string().nullable(),
  contactName: z.string(),
  /** The location's phone number. If null, none is on file and the form asks for it. */
  contactPhone: z.string().nullable(),
  contactEmail: z.string(),
})

/** Values for the incident form's section about the reporting company: name and address of a location, and the caller as the contact. */
export const companyBlock = incidentPrefill.pick({
  companyName: true,
  addressLineOne: true,
  addressLineTwo: true,
  city: true,
  state: true,
  country: true,
  zip: true,
  companyCategory: true,
  uniqueFacilityIdentifier: true,
  contactName: true,
  contactPhone: true,
  contactEmail: true,
})
