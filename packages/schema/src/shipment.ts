import { z } from 'zod'
import { gln, id, isoDate, isoInstant, makePage, optionalDay, optionalText, pageInput, reason } from './common.ts'
import { partnerEndpoint } from './partner-endpoint.ts'
import { takenBack } from './shipment-back.ts'
import { guideline, oneLineText, shipmentPreference } from './shipment-preference.ts'
import { purposeOf, shipmentPurpose } from './shipment-purpose.ts'
import { shipmentStop, shipmentStopCode } from './shipment-stop.ts'
import { verificationAnswer, verificationDriver } from './verification.ts'

export const SHIPMENT_STATES = { draft: 'Not sent', sent: 'Sent', voided: 'Voided', discarded: 'Discarded' } as const
export const shipmentState = z.enum(['draft', 'sent', 'voided', 'discarded'])
export type ShipmentState = z.infer<typeof shipmentState>

export const SHIPMENT_DOCUMENTS = {
  letter: 'Letter',
  epcis: 'EPCIS document',
  csv: 'List of packages',
  void: 'EPCIS document voiding the shipment',
  voidLetter: 'Letter voiding the shipment',
} as const
export const shipmentDocumentKind = z.enum(['letter', 'epcis', 'csv', 'void', 'voidLetter'])
export type ShipmentDocumentKind = z.infer<typeof shipmentDocumentKind>

/** Days after which the receiver gets a reminder if nobody has opened the documents. */
export const REMINDER_DAYS = 2

/** Hours after sending during which a shipment can be voided. */
export const VOID_HOURS = 24

const sgln = z
  .string()
  .trim()
  .regex(/^urn:epc:id:sgln:[0-9]{6,12}\.[0-9]{0,6}\.[!-~]{1,60}$/, 'An SGLN looks like urn:epc:id:sgln:0345678.00001.0.')

/** Value of packages, in cents; up to a billion dollars. */
const valueCents = z
  .int()
  .min(0)
  .max(100_000_000_000)
  .nullish()
  .transform((cents) => cents ?? null)

/** A place with the name, identifiers and address that a shipment's documents state. */
export const shipmentPlace = z.object({
  name: z.string(),
  gln: z.string(),
  sgln: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
})
export type ShipmentPlace = z.infer<typeof shipmentPlace>
export const shipmentParty = z.object({ owner: shipmentPlace, location: shipmentPlace })
export type ShipmentParty = z.infer<typeof shipmentParty>

/** A GLN, its SGLN if that is known, and where we found them. */
export const knownGln = z.object({ gln: z.string(), sgln: z.string().nullable(), source: z.string().nullable() })
export type KnownGln = z.infer<typeof knownGln>

/** The choices of the shipment form: locations that may send, and partners. */
export const shipmentChoices = z.object({
  locations: z.array(
    z.object({
      id,
      name: z.string(),
      address: z.string().nullable(),
      glns: z.array(knownGln),
      /** The location that owns the goods at this location, if this location does not own them itself (340B); otherwise null. */
      owner: knownGln.extend({ name: z.string(), gln: z.string().nullable() }).nullable(),
    }),
  ),
  partners: z.array(z.object({ id, name: z.string() })),
  mayLeave: z.array(id),
})
export type ShipmentChoices = z.infer<typeof shipmentChoices>

export const shipmentPartnerInput = z.object({ tradingPartnerId: id })

const standing = z.enum(['authorized', 'expiring', 'unknown', 'refused'])

/** Facts about a partner to whom packages can be sent. */
export const shipmentPartner = z.object({
  id,
  name: z.string(),
  glns: z.array(knownGln),
  addresses: z.array(z.object({ id, text: z.string(), standing, words: z.string() })),
  emailAddresses: z.array(z.string()),
  preference: shipmentPreference.nullable(),
  /** How the partner wants to receive documents in the future; null if no change is planned. */
  comingPreference: shipmentPreference.nullable(),
  mayWrite: z.boolean(),
  /** The HTTPS or SFTP endpoint where the partner accepts documents. */
  endpoint: partnerEndpoint.nullable(),
  mayManageEndpoint: z.boolean(),
})
export type ShipmentPartner = z.infer<typeof shipmentPartner>

const placeChoice = z.object({ gln, sgln })

export const newShipment = z
  .object({
    purpose: shipmentPurpose,
    locationId: id,
    /** GLN and SGLN of the sending location, as its owner states them in its own files. */
    from: placeChoice,
    /** SGLN of the location that owns the goods (340B), if that is not the sending location and its SGLN is not on file. */
    goodsOwner: sgln.nullish().transform((text) => text ?? null),
    tradingPartnerId: id.nullish().transform((one) => one ?? null),
    toLocationId: id.nullish().transform((one) => one ?? null),
    /** `owner`: GLN and SGLN of the company that buys the goods. `shipTo`: GLN and SGLN of the place to which the goods are shipped. */
    owner: placeChoice,
    shipTo: placeChoice,
    /** The partner's address to which the goods are shipped. */
    addressId: id.nullish().transform((one) => one ?? null),
    purchaseOrder: oneLineText(60),
    rma: oneLineText(60),
    contact: oneLineText(200),
    reason: optionalText(500),
    dueBack: optionalDay,
    valueCents,
  })
  .refine(({ purpose: key, tradingPartnerId }) => purposeOf(key).to !== 'partner' || tradingPartnerId !== null, {
    path: ['tradingPartnerId'],
    error: 'Choose a trading partner.',
  })
  .refine(({ purpose: key, addressId }) => purposeOf(key).to !== 'partner' || addressId !== null, {
    path: ['addressId'],
    error: 'Choose the ship-to address.',
  })
  .refine(({ purpose: key, toLocationId }) => purposeOf(key).to !== 'location' || toLocationId !== null, {
    path: ['toLocationId'],
    error: 'Choose the receiving location.',
  })
  .superRefine((values, { addIssue }) => {
    for (const field of purposeOf(values.purpose).asks)
      if (!values[field]) addIssue({ code: 'custom', path: [field], message: 'This kind of transfer requires this field.' })
  })
export type NewShipment = z.output<typeof newShipment>

export const shipmentRef = z.object({ shipmentId: id })

/** A scan: a barcode as scanned, a serial number, an SSCC, or an SGTIN as URN. */
export const shipmentScan = shipmentRef.extend({
  code: z.string().min(1).max(500),
  /** The warnings that the person accepts for this unit. */
  accept: z.array(shipmentStopCode).max(10).default([]),
})
export type ShipmentScan = z.output<typeof shipmentScan>

export const shipmentUnit = z.object({
  n: z.int().positive(),
  medId: id.nullable(),
  sscc: z.string().nullable(),
  gtin: z.string().nullable(),
  serialNumber: z.string().nullable(),
  productName: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  isPackage: z.boolean(),
  /** Number of saleable packages: 1 if the line is a package, otherwise the number of packages in the case. */
  meds: z.int(),
  accepted: z.array(shipmentStopCode),
  scannedAt: isoInstant,
  scannedBy: z.string(),
  /** The manufacturer's latest answer about the package; null if nobody asked. Always null in the answer to a scan. */
  verification: z
    .object({ answer: verificationAnswer, additionalInfo: z.string().nullable(), driver: verificationDriver, answeredAt: isoInstant })
    .nullable(),
})
export type ShipmentUnit = z.infer<typeof shipmentUnit>

/**
 * Result of scanning a unit for a shipment: the unit, or the reasons why it may not leave the pharmacy. `mayAccept`: true if a person may accept
 * these reasons and ship the unit anyway.
 */
export const shipmentScanned = z.object({
  unit: shipmentUnit.nullable(),
  stops: z.array(shipmentStop),
  mayAccept: z.boolean(),
  /** What is known about the scanned item, for the result on screen. */
  about: z.object({
    label: z.string(),
    productName: z.string().nullable(),
    lotNumber: z.string().nullable(),
    expirationDate: z.string().nullable(),
  }),
  units: z.int(),
  meds: z.int(),
})
export type ShipmentScanned = z.infer<typeof shipmentScanned>

export const shipmentUnitRef = shipmentRef.extend({ n: z.int().positive() })

export const shipmentSend = shipmentRef.extend({
  /** Addresses to which the link to the documents is mailed; may be empty. */
  mailTo: z.string().trim().max(2000).default(''),
  /** Whether to send the EPCIS document to the partner's endpoint too. */
  deliver: z.boolean().default(false),
  /** Whether to send although the partner's license is not on file. */
  acceptUnknownLicense: z.boolean().default(false),
  /** For a return: confirms that every label can be read and no package is damaged. */
  labelsChecked: z.boolean().default(false),
})
export type ShipmentSend = z.output<typeof shipmentSend>

/** Fields of a shipment that may change until it is sent. */
export const shipmentDetails = shipmentRef.extend({
  purchaseOrder: oneLineText(60),
  rma: oneLineText(60),
  contact: oneLineText(200),
  reason: optionalText(500),
  dueBack: optionalDay,
  valueCents,
})
export type ShipmentDetails = z.output<typeof shipmentDetails>

export const shipmentSettle = shipmentRef.extend({ note: optionalText(500) })
export const shipmentVoid = shipmentRef.extend({ reason })
export const shipmentMail = shipmentRef.extend({ to: z.string().trim().min(1).max(2000) })
export const shipmentSendingRef = shipmentRef.extend({ sendingId: id })
export const shipmentLinkRef = shipmentRef.extend({ linkId: id })
export const shipmentDocumentRef = shipmentRef.extend({ documentId: id })

export const shipmentSummary = z.object({
  id,
  purpose: shipmentPurpose,
  state: shipmentState,
  toName: z.string(),
  locationName: z.string(),
  units: z.int(),
  meds: z.int(),
  createdAt: isoInstant,
  createdBy: z.string(),
  sentAt: isoInstant.nullable(),
  papers: z.enum(['none', 'queued', 'ready', 'failed']),
  /** Whether this is a draft that waits for a second person's approval. */
  isAsked: z.boolean(),
  /** Whether the newest email with the documents, or their newest delivery to an endpoint, failed. */
  isUndelivered: z.boolean(),
  /** Whether nobody has opened the emailed documents for some days. */
  isUnopened: z.boolean(),
  rma: z.string().nullable(),
  dueBack: isoDate.nullable(),
  /** Whether this is a loan that is due and neither settled nor back. */
  isOverdue: z.boolean(),
  /** Number of packages that have come back, either received again or recorded by hand. */
  back: z.int(),
  /** Time at which the loan was settled, or the return was credited. */
  settledAt: isoInstant.nullable(),
})
export type ShipmentSummary = z.infer<typeof shipmentSummary>

/** The lists of shipments that a user can choose. `loans` contains only loans that were neither settled nor returned. */
export const SHIPMENT_VIEWS = ['all', 'draft', 'approval', 'sent', 'voided', 'loans', 'returns'] as const
export const shipmentSearch = z.object({ view: z.enum(SHIPMENT_VIEWS).default('all'), tradingPartnerId: id.optional(), ...pageInput })
export type ShipmentSearch = z.output<typeof shipmentSearch>
export const shipmentExport = shipmentSearch.pick({ view: true, tradingPartnerId: true })
export const shipmentList = makePage(shipmentSummary)

export const shipmentUnitSearch = shipmentRef.extend(pageInput)
export const shipmentUnitPage = makePage(shipmentUnit)

export const shipmentSending = z.object({
  id,
  to: z.string(),
  at: isoInstant,
  by: z.string(),
  isReminder: z.boolean(),
  status: z.enum(['waiting', 'sent', 'failed', 'stopped']),
  error: z.string().nullable(),
  linkId: id,
  /** Number of times that the link was opened; `lastOpenedAt` is the time of the last opening. */
  opened: z.int(),
  lastOpenedAt: isoInstant.nullable(),
  /** Name of the person who ended the link before it expired. */
  linkEndedBy: z.string().nullable(),
  linkWorks: z.boolean(),
})
export type ShipmentSending = z.infer<typeof shipmentSending>

/** The guest link whose QR code is printed on a shipment's letter. No email contains this link. */
export const shipmentLetterLink = z.object({
  linkId: id,
  expiresAt: isoInstant,
  opened: z.int(),
  lastOpenedAt: isoInstant.nullable(),
  linkEndedBy: z.string().nullable(),
  linkWorks: z.boolean(),
})
export type ShipmentLetterLink = z.infer<typeof shipmentLetterLink>

/** The delivery of a document to a partner's endpoint: waiting, done or failed. */
export const shipmentDelivery = z.object({
  id,
  to: z.string(),
  document: shipmentDocumentKind,
  at: isoInstant,
  by: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Time of the next attempt; null if none is due. */
  dueAt: isoInstant.nullable(),
  lastAt: isoInstant.nullable(),
  /**
   * The HTTP status and the text (`answer`) with which the partner's server last answered. If the request did not reach the server, `error` gives the
   * reason.
   */
  status: z.int().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
})
export type ShipmentDelivery = z.infer<typeof shipmentDelivery>

export const shipment = shipmentSummary.extend({
  locationId: id,
  sender: shipmentParty,
  receiver: shipmentParty,
  tradingPartnerId: id.nullable(),
  guideline,
  withTi: z.boolean(),
  purchaseOrder: z.string().nullable(),
  contact: z.string().nullable(),
  reason: z.string().nullable(),
  licenseWords: z.string().nullable(),
  sentBy: z.string().nullable(),
  voidedAt: isoInstant.nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable(),
  settledBy: z.string().nullable(),
  settleNote: z.string().nullable(),
  /** The last moment at which the shipment can be voided. */
  voidUntil: isoInstant.nullable(),
  gaps: z.array(z.string()),
  documents: z.array(
    z.object({ id, kind: shipmentDocumentKind, filename: z.string(), bytes: z.int(), sha256: z.string(), madeAt: isoInstant }),
  ),
  sendings: z.array(shipmentSending),
  /** The link in the shipment's letter. Null if no letter was made, or if an email has the same link. */
  letterLink: shipmentLetterLink.nullable(),
  deliveries: z.array(shipmentDelivery),
  /** The HTTPS or SFTP endpoint where the partner accepts documents. */
  endpoint: partnerEndpoint.nullable(),
  /** Whether the partner prefers to get documents at its endpoint. */
  deliverFirst: z.boolean(),
  /** State of the partner's license today; null for one of the customer's own locations. */
  standing: z.object({ standing, words: z.string() }).nullable(),
  /** Whether a second person has to approve the shipment, and the state of the request for approval. */
  approval: z.object({
    isNeeded: z.boolean(),
    asked: z
      .object({
        at: isoInstant,
        by: z.string(),
        mailTo: z.string(),
        delivers: z.boolean(),
        /** Whether the person who asked confirmed that the partner is authorized, although no license is on file. */
        vouchesForLicense: z.boolean(),
        /** For a return: whether the person who requested the approval confirmed that every label can be read. */
        labelsChecked: z.boolean(),
      })
      .nullable(),
    refused: z.object({ by: z.string(), reason: z.string() }).nullable(),
    mayApprove: z.boolean(),
  }),
  approvedBy: z.string().nullable(),
  /** Value of the packages as entered, in cents. */
  valueCents: z.int().nullable(),
  /** The person who confirmed that the labels of a return can be read. */
  labelsCheckedBy: z.string().nullable(),
  mayWrite: z.boolean(),
  maySend: z.boolean(),
  mayVoid: z.boolean(),
  /** Whether the caller may record that packages came back without a file. */
  mayTakeBack: z.boolean(),
  takenBack: z.array(takenBack),
  maySettle: z.boolean(),
  /** Email addresses at which the partner accepts the documents. */
  mailTo: z.string(),
})
export type Shipment = z.infer<typeof shipment>

export const shipmentFile = z.object({ filename: z.string(), stored: z.object({ sha256: z.string(), size: z.number() }) })
