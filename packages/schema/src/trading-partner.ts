import { z } from 'zod'
import {
  filterDate,
  filterText,
  gln,
  id,
  isOneLine,
  isoDate,
  isoInstant,
  makePage,
  optionalDay,
  optionalText,
  pageInput,
  personName,
  reason,
  typedGln,
} from './common.ts'
import { evidence, evidenceId } from './evidence.ts'

export const PARTNER_TYPES = { upstream: 'Upstream', downstream: 'Downstream', both: 'Both' } as const
export const PARTNER_ADDRESS_TYPES = { physical: 'Physical', mailTo: 'Mail-to', billTo: 'Bill-to', other: 'Other' } as const
export const CONTACT_TYPES = { phone: 'Phone', cell: 'Cell', email: 'Email', fax: 'Fax' } as const
export const partnerType = z.enum(['upstream', 'downstream', 'both'])
export type PartnerType = z.infer<typeof partnerType>
/** Line of business, which determines the license needed to sell (decision 69). */
export const PARTNER_BUSINESSES = {
  wholesaler: 'Wholesaler',
  manufacturer: 'Manufacturer',
  repackager: 'Repackager',
  '3PL': '3PL',
  dispenser: 'Dispenser',
} as const
const partnerBusiness = z.enum(['wholesaler', 'manufacturer', 'repackager', '3PL', 'dispenser'])
export type PartnerBusiness = z.infer<typeof partnerBusiness>
const addressType = z.enum(['physical', 'mailTo', 'billTo', 'other'])
const contactType = z.enum(['phone', 'cell', 'email', 'fax'])

const name = z.string().trim().min(1, 'Enter the name of the partner.').max(200)
const accountNumber = z.string().trim().min(1, 'Enter the account number.').max(100)

/** Fields of a partner's address, both for a new partner and for later changes. */
export const partnerAddressFields = z.object({
  name: optionalText(200),
  addressLineOne: z.string().trim().min(1, 'Enter the street or the PO box.').max(200),
  addressLineTwo: optionalText(200),
  city: optionalText(100),
  stateId: id.nullish().transform((stateId) => stateId ?? null),
  postalCode: optionalText(20),
  addressType,
})
export type PartnerAddressFields = z.output<typeof partnerAddressFields>
const contactDetailFields = z.object({
  contactType,
  contactDetail: z.string().trim().min(1, 'Enter a phone number or an email address.').max(200),
})
export type ContactDetailFields = z.output<typeof contactDetailFields>
export const partnerContactFields = z.object({
  firstName: z.string().trim().min(1, 'Enter the first name.').max(100).refine(isOneLine, 'A first name is one line of text.'),
  lastName: optionalText(100),
  title: optionalText(100),
  contactDetails: z
    .array(contactDetailFields.extend({ id: id.optional() }))
    .max(20)
    .default([]),
})
export type PartnerContactFields = z.output<typeof partnerContactFields>

/** The id of a location. For all locations, the input is 0, null or left out, and becomes null. */
const forLocation = z
  .union([id, z.literal(0)])
  .nullish()
  .transform((locationId) => locationId || null)

export const newPartner = z.object({
  customerLocationId: forLocation,
  name,
  type: partnerType,
  /** Kind of business; null or absent if it is to be derived from the licenses. */
  business: partnerBusiness.nullish().transform((business) => business ?? null),
  /** Each GLN is either a text or an object with `globalLocationNumber`. The API returns a partner's GLNs as such objects. */
  globalLocationNumbers: z
    .array(z.union([typedGln, z.object({ globalLocationNumber: typedGln }).transform((entry) => entry.globalLocationNumber)]))
    .max(200)
    .default([]),
  addresses: z.array(partnerAddressFields).max(50).default([]),
  contacts: z.array(partnerContactFields).max(50).default([]),
  accountNumbers: z
    .array(z.union([accountNumber, z.object({ accountNumber }).transform((entry) => entry.accountNumber)]))
    .max(50)
    .default([]),
})
export type NewPartner = z.output<typeof newPartner>

export const partnerInput = z.object({ id })
/** Omitting the business leaves it unchanged, because the documented call has no such field. */
export const partnerChange = z.object({ id, name, type: partnerType, business: partnerBusiness.nullish() })
export const partnerDeactivation = z.object({ id, reason })
export const partnerGlnAdding = z.object({ tradingPartnerId: id, globalLocationNumber: typedGln })
export const partnerGlnChange = z.object({ id, globalLocationNumber: typedGln })
export const partnerAddressAdding = partnerAddressFields.extend({ tradingPartnerId: id })
export const partnerAddressChange = partnerAddressFields.extend({ id })
export const partnerContactAdding = partnerContactFields.extend({ tradingPartnerId: id })
/** Changes a contact. Its details with an id are changed, those without an id are added, and those not in the input stay unchanged. */
export const partnerContactChange = partnerContactFields.extend({ id })
export const contactDetailAdding = contactDetailFields.extend({ tradingPartnerContactId: id })
export const partnerAccountAdding = z.object({ tradingPartnerId: id, accountNumber })
export const partnerAccountChange = z.object({ id, accountNumber })
export const partnerPartInput = z.object({ id })

const contactDetail = z.object({ id, contactType, contactDetail: z.string() })
const partnerAddress = z.object({
  id,
  name: z.string().nullable(),
  addressLineOne: z.string(),
  addressLineTwo: z.string().nullable(),
  city: z.string().nullable(),
  stateId: id.nullable(),
  state: z.object({ name: z.string(), code: z.string() }).nullable(),
  postalCode: z.string().nullable(),
  addressType,
})
export type PartnerAddress = z.infer<typeof partnerAddress>
const partnerContact = z.object({
  id,
  firstName: z.string(),
  lastName: z.string().nullable(),
  title: z.string().nullable(),
  contactDetails: z.array(contactDetail),
})
export type PartnerContact = z.infer<typeof partnerContact>

/** A trading partner: the fields that the documented calls return, and further ones. */
export const tradingPartner = z.object({
  id,
  name: z.string(),
  type: partnerType,
  business: partnerBusiness.nullable(),
  customerLocationId: id.nullable(),
  globalLocationNumbers: z.array(z.object({ id, globalLocationNumber: gln })),
  addresses: z.array(partnerAddress),
  contacts: z.array(partnerContact),
  accountNumbers: z.array(z.object({ id, accountNumber: z.string() })),
  customerLocation: z.object({ id, name: z.string() }).nullable(),
  /** Set if the partner was deactivated and nobody may buy from it. */
  deactivated: z.object({ at: isoInstant, by: personName.nullable(), reason: z.string() }).nullable(),
  mayWrite: z.boolean(),
})
export type TradingPartner = z.infer<typeof tradingPartner>

/** Possible authorizations of a partner in one US state on one day, worst first. They are derived from the partner's licenses (decision 52). */
export const AUTHORIZATIONS = ['deactivated', 'notAuthorized', 'unknown', 'expiring', 'authorized'] as const

/** Labels of `AUTHORIZATIONS` for lists and exported files. */
export const AUTHORIZATION_WORDS = {
  deactivated: 'Deactivated',
  notAuthorized: 'Not authorized',
  unknown: 'No license on file',
  expiring: 'Authorized',
  authorized: 'Authorized',
} as const
/** Values of the list's filter; `authorized` includes partners whose authorization is expiring. */
export const AUTHORIZATION_FILTERS = {
  authorized: 'Authorized',
  expiring: 'Expires within 90 days',
  notAuthorized: 'Not authorized',
  unknown: 'No license on file',
} as const
export const authorization = z.object({
  status: z.enum(AUTHORIZATIONS),
  /** Last authorized day; null if the authorization has no end, or if the partner is not authorized. */
  until: isoDate.nullable(),
  /** First day without authorization; null if the partner never was authorized. */
  since: isoDate.nullable(),
  daysLeft: z.int().nullable(),
})
export type Authorization = z.infer<typeof authorization>
export const stateAuthorization = authorization.extend({
  /** null if the location's state is unknown. */
  state: z.object({ id, name: z.string(), code: z.string() }).nullable(),
  /** Names of the caller's locations in this US state. */
  locations: z.array(z.string()),
})
export type StateAuthorization = z.infer<typeof stateAuthorization>

export const partnerSearch = z.object({
  name: filterText,
  gln: filterText,
  city: filterText,
  stateId: z.union([z.int().nonnegative(), z.literal('')]).optional(),
  type: z.union([partnerType, z.literal('')]).optional(),
  /** Only deactivated partners, which other lists exclude. */
  deactivated: z.boolean().optional(),
  authorization: z.union([z.enum(AUTHORIZATIONS), z.literal('')]).optional(),
  /** The day for which the authorization is determined; today if absent or empty. */
  day: filterDate,
  /** `authorization`: partners with the worst authorization come first. */
  sort: z.enum(['name', 'added', 'authorization']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  ...pageInput,
})
export const partnerFileSearch = partnerSearch.omit({ limit: true, cursor: true })
export type PartnerFileSearch = z.output<typeof partnerFileSearch>
export type PartnerSearch = z.output<typeof partnerSearch>
export const partnerRow = tradingPartner.extend({
  /** The partner's worst authorization among the U.S. states of the caller's locations. */
  authorization: stateAuthorization,
  lastOrderAt: isoInstant.nullable(),
  openExceptions: z.int(),
  /** The day on which the check of a license is due, if that is within a week or has passed; otherwise null. */
  checkDue: z.object({ on: isoDate, daysLeft: z.int() }).nullable(),
  /** The day on which an agreement ends, if that is within 90 days and there is no later agreement; otherwise null. */
  agreementEnds: z.object({ on: isoDate, daysLeft: z.int() }).nullable(),
})
export type PartnerRow = z.infer<typeof partnerRow>
export const partnerPage = makePage(partnerRow).extend({ amount: z.int() })

export const LICENSE_KINDS = {
  wholesaler: 'Wholesaler',
  manufacturer: 'Manufacturer',
  '3PL': '3PL',
  dispenser: 'Dispenser',
  repackager: 'Repackager',
  'FDA establishment': 'FDA establishment',
} as const
const licenseKind = z.enum(['wholesaler', 'manufacturer', '3PL', 'dispenser', 'repackager', 'FDA establishment'])
export type LicenseKind = z.infer<typeof licenseKind>

const licenseFields = z.object({
  kind: licenseKind,
  number: z.string().trim().min(1, 'Enter the number of the license.').max(100),
  /** U.S. state that issued the license; null for a federal license. */
  stateId: id.nullish().transform((stateId) => stateId ?? null),
  issuingBody: optionalText(200),
  validFrom: isoDate,
  validTo: optionalDay,
  evidenceAddress: optionalText(500),
  checkedOn: optionalDay,
  checkedBy: optionalText(200),
  checkedWhere: optionalText(200),
  nextCheck: optionalDay,
  evidenceId,
})
export const newLicense = licenseFields.extend({ tradingPartnerId: id })
export const licenseChange = licenseFields.extend({ id })
export type LicenseFields = z.output<typeof licenseFields>
export const licenseRemoval = z.object({ id, reason })

export const license = z.object({
  id,
  kind: licenseKind,
  number: z.string(),
  stateId: id.nullable(),
  state: z.object({ name: z.string(), code: z.string() }).nullable(),
  issuingBody: z.string().nullable(),
  validFrom: isoDate,
  validTo: isoDate.nullable(),
  evidenceAddress: z.string().nullable(),
  checkedOn: isoDate.nullable(),
  checkedBy: z.string().nullable(),
  checkedWhere: z.string().nullable(),
  nextCheck: isoDate.nullable(),
  evidence: evidence.nullable(),
  /** The license's state on the requested day. */
  standing: z.enum(['valid', 'expiring', 'expired', 'notYet']),
  daysLeft: z.int().nullable(),
})
export type License = z.infer<typeof license>

/** Asks whether we may buy from a partner on a day (by default today), for each state in which the caller has locations. */
export const authorizationInput = z.object({ tradingPartnerId: id, day: isoDate.optional() })
export const authorizationAnswer = z.object({
  day: isoDate,
  states: z.array(stateAuthorization),
  licenses: z.array(license),
})

/**
 * An entry with a due date: a license that ends, or has ended and was not followed by another; a license that must be checked again; or an agreement
 * that ends.
 */
export const duePaper = z.object({
  what: z.enum(['license', 'check', 'agreement']),
  id,
  partnerId: id,
  partnerName: z.string(),
  /** Describes the paper that is due: a license as "Wholesaler license 031-04418, New York", an agreement by its title. */
  words: z.string(),
  on: isoDate,
  /** Days until the due date; negative for a license that has ended or a check that is overdue. */
  daysLeft: z.int(),
})
export type DuePaper = z.infer<typeof duePaper>

/** Orders and open exceptions of a partner, found by the partner's GLNs. */
export const partnerStory = z.object({
  orders: z.array(
    z.object({
      documentId: id,
      purchaseOrderNumber: z.string().nullable(),
      timeStamp: isoInstant,
      locationName: z.string(),
      amountOfMeds: z.int(),
      amountNotReceived: z.int(),
      findings: z.object({ reject: z.int(), warn: z.int() }),
    }),
  ),
  amountOfOrders: z.int(),
  firstOrderAt: isoInstant.nullable(),
  exceptions: z.array(
    z.object({
      id,
      ticketNumber: z.int(),
      errorType: z.string(),
      message: z.string().nullable(),
      poNumber: z.string().nullable(),
      documentId: id,
      uploadId: id.nullable(),
      createdAt: isoInstant,
    }),
  ),
  openExceptions: z.int(),
  incidents: z.array(z.object({ id, number: z.string().nullable(), productName: z.string().nullable(), openedAt: isoInstant })),
  /** Notices of illegitimate product that were mailed to the partner. */
  notices: z.array(
    z.object({
      id,
      incidentId: id,
      productName: z.string(),
      at: isoInstant,
      to: z.array(z.string()),
      mail: z.enum(['waiting', 'sent', 'failed', 'stopped']),
    }),
  ),
})

/**
 * Asks who sent an order; `orderPartner` is the answer. The sender is the partner that has the sender's GLN (decision 51); if there is none, the
 * answer contains only the document's data about the sender.
 */
export const orderPartnerInput = z.object({ documentId: id })
export const uploadDraftInput = z.object({ uploadId: id })
export const orderPartner = z.object({
  documentId: id,
  partner: z.object({ id, name: z.string(), isActive: z.boolean() }).nullable(),
  /** The partner's authorization at the receiving location on the day of the call; null if there is no partner. */
  authorization: stateAuthorization.nullable(),
  sender: z.object({ name: z.string().nullable(), gln: z.string().nullable() }),
  /** True if the caller may receive this order, its partner is not authorized, and nobody has decided yet what to do with the goods. */
  mustAsk: z.boolean(),
  /** True if some of the goods were received over REST. REST never asks the caller what to do with the goods of an unauthorized partner. */
  isUnasked: z.boolean(),
  decided: z.object({ choice: z.enum(['hold', 'receive']), reason: z.string(), at: isoInstant, by: personName.nullable() }).nullable(),
})
export type OrderPartner = z.infer<typeof orderPartner>
export const stopDecision = z.object({ documentId: id, choice: z.enum(['hold', 'receive']), reason })

/** Default values for a new partner, taken from a document's data about its sender, with the partners on file that may be this sender. */
export const partnerDraft = z.object({
  name: z.string(),
  globalLocationNumbers: z.array(gln),
  addresses: z.array(
    z.object({
      name: z.string().nullable(),
      addressLineOne: z.string(),
      addressLineTwo: z.string().nullable(),
      city: z.string().nullable(),
      stateId: id.nullable(),
      postalCode: z.string().nullable(),
      addressType,
    }),
  ),
  /** The partner with the sender's GLN; null if no partner has it. */
  partner: z.object({ id, name: z.string() }).nullable(),
  /** Possible matches: partners with the same or a similar name. */
  alike: z.array(z.object({ id, name: z.string() })),
})

/** Maximum number of lines in a CSV file of partners. To add several addresses or contacts, the file repeats the partner's name on further lines. */
export const PARTNER_CSV_LINES = 10_000
export const partnerCsv = z.object({
  text: z.string().max(1_900_000, 'This file is too large: at most 10,000 lines are allowed. Import it in parts.'),
})
export const partnerCsvLine = z.object({
  /** Line number as in a spreadsheet: the heading is line 1. */
  line: z.int(),
  partner: z.string(),
  outcome: z.enum(['new', 'changed', 'unchanged', 'refused']),
  /** The planned changes with the values before and after, or the reason why nothing will change. */
  words: z.array(z.string()),
})
export type PartnerCsvLine = z.infer<typeof partnerCsvLine>
export const partnerCsvPlan = z.object({
  counts: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() }),
  /** Rows with changes or errors; at most 500, those with errors first. */
  lines: z.array(partnerCsvLine),
})
export type PartnerCsvPlan = z.infer<typeof partnerCsvPlan>
