import { z } from 'zod'
import { gln, gtin14, id, isOneLine, isoInstant, makePage, ok, optionalText, pageInput } from './common.ts'
import { formatAmount } from './counted.ts'
import { evidence, evidenceId } from './evidence.ts'
import { packet } from './file.ts'

/** Reasons to ask a manufacturer about a package. */
export const VERIFICATION_PURPOSES = {
  return: 'Saleable return',
  suspect: 'Suspect or illegitimate product',
  exception: 'Exception with an order',
  status: 'Status check',
} as const
export type VerificationPurpose = keyof typeof VERIFICATION_PURPOSES
const PURPOSE_KEYS = Object.keys(VERIFICATION_PURPOSES) as [VerificationPurpose, ...VerificationPurpose[]] // Object.keys() returns string[]
export const verificationPurpose = z.enum(PURPOSE_KEYS)

/** Ways to ask a manufacturer about a package. */
export const VERIFICATION_CHANNELS = { phone: 'Phone', email: 'Email', portal: 'Website', letter: 'Letter', other: 'Other' } as const
export type VerificationChannel = keyof typeof VERIFICATION_CHANNELS
export const verificationChannel = z.enum(Object.keys(VERIFICATION_CHANNELS) as [VerificationChannel, ...VerificationChannel[]]) // Object.keys() returns string[]

/**
 * The three answers (decision 81). `unavailable` is not the manufacturer's answer: it means that nobody answered, which says nothing about the
 * package.
 */
export const VERIFICATION_ANSWERS = { verified: 'Verified', notVerified: 'Not verified', unavailable: 'No answer' } as const
export type VerificationAnswer = keyof typeof VERIFICATION_ANSWERS
export const verificationAnswer = z.enum(Object.keys(VERIFICATION_ANSWERS) as [VerificationAnswer, ...VerificationAnswer[]]) // Object.keys() returns string[]

/** How manufacturers are asked: manually, through a verification service of the GS1 US profile, or through a simulator of one. */
export const verificationDriver = z.enum(['manual', 'gs1', 'simulator'])
export type VerificationDriver = z.infer<typeof verificationDriver>

/** Maximum number of packages in a list. */
export const MOST_VERIFICATIONS = 500

const line = (max: number, what: string) =>
  z.string().trim().max(max, `${what} has at most ${max} characters.`).refine(isOneLine, `Enter ${what.toLowerCase()} in one line.`)

const product = {
  gtin: z.string().trim().min(1, 'Enter the GTIN.').max(20),
  serialNumber: line(100, 'A serial number').min(1, 'Enter the serial number.'),
  lotNumber: optionalText(100),
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label has no day. */
  expirationDate: z
    .string()
    .trim()
    .regex(/^(\d{4}-(0[1-9]|1[0-2])(-\d\d)?)?$/, 'An expiry must be written as YYYY-MM-DD or YYYY-MM.')
    .nullish()
    .transform((day) => day || null),
}
export const verificationProduct = z.object(product)
export type VerificationProduct = z.output<typeof verificationProduct>

/**
 * The package in question: a package on file, identified by its id, or the data of one that is not on file, together with the location that has it.
 */
const subject = {
  medId: id.optional(),
  ...z.object(product).partial({ gtin: true, serialNumber: true }).shape,
  locationId: id.optional(),
  purpose: verificationPurpose,
}
export const verificationQuestion = z.object(subject)
export type VerificationQuestion = z.output<typeof verificationQuestion>

/** A question that a person asked without a verification service, with its answer. */
export const manualVerification = z.object({
  ...subject,
  askedWhom: line(200, 'A name').min(2, 'Enter whom you asked.'),
  channel: verificationChannel,
  answer: verificationAnswer,
  reason: optionalText(200),
  additionalInfo: optionalText(200),
  note: optionalText(2000),
  evidenceId,
})
export type ManualVerification = z.output<typeof manualVerification>

export const verificationEvidencePacket = packet.extend({ locationId: id })
export const verificationRef = z.object({ verificationId: id })

export const verification = z.object({
  id,
  gtin: gtin14,
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  medName: z.string().nullable(),
  /** Id of the package on file; null if the package is not on file. */
  medId: id.nullable(),
  locationId: id,
  locationName: z.string(),
  purpose: verificationPurpose,
  /** The text that stated the purpose in the call to the service; null if a person asked the manufacturer without the service. */
  context: z.string().nullable(),
  driver: verificationDriver,
  askedAt: isoInstant,
  askedBy: z.string(),
  listId: id.nullable(),
  /** null until the manufacturer was asked, while the package waits in its verification list. */
  answer: verificationAnswer.nullable(),
  answeredAt: isoInstant.nullable(),
  /** The manufacturer's reason, verbatim. */
  reason: z.string().nullable(),
  additionalInfo: z.string().nullable(),
  /** Explains the manufacturer's answer to the user in one or more sentences; null if there is nothing to explain. */
  says: z.string().nullable(),
  responderGln: z.string().nullable(),
  responderTime: z.string().nullable(),
  /** `status` and `body`: the HTTP status of the service's answer and the beginning of its text, stored as evidence. */
  status: z.int().nullable(),
  body: z.string().nullable(),
  askedWhom: z.string().nullable(),
  channel: verificationChannel.nullable(),
  note: z.string().nullable(),
  evidence: evidence.nullable(),
  /** False if the same question was asked again later. */
  isCurrent: z.boolean(),
  /** Whether the same question may be asked again: it may if no answer came and there is a service to ask. */
  mayRetry: z.boolean(),
})
export type Verification = z.infer<typeof verification>
export const verificationPage = makePage(verification)

/** `remark`: verified, with additional information. */
export const VERIFICATION_RESULTS = {
  verified: 'Verified',
  remark: 'Verified with a remark',
  notVerified: 'Not verified',
  unavailable: 'No answer',
  waiting: 'Waiting',
} as const
export type VerificationResult = keyof typeof VERIFICATION_RESULTS
// Object.keys() returns string[], but the list has exactly these keys
export const verificationResult = z.enum(Object.keys(VERIFICATION_RESULTS) as [VerificationResult, ...VerificationResult[]])

/**
 * `text`: a serial number, lot or GTIN, or the beginning of one. Questions that were asked again later are left out, unless `medId` selects a
 * package.
 */
export const verificationSearch = z.object({
  result: verificationResult.optional(),
  text: z.string().trim().max(100).optional(),
  listId: id.optional(),
  medId: id.optional(),
  ...pageInput,
})
export type VerificationSearch = z.output<typeof verificationSearch>

/**
 * The result to show. An answer `verified` that comes with additional information is shown as `remark`; `unavailable` says nothing about the package.
 */
export function resultOf({ answer, additionalInfo }: Pick<Verification, 'answer' | 'additionalInfo'>): VerificationResult {
  if (answer === null) return 'waiting'
  return answer === 'verified' && additionalInfo !== null ? 'remark' : answer
}

/** The caller's options for a new question, and the service that will be asked (`driver`). */
export const verificationChoices = z.object({
  driver: verificationDriver,
  /** Purposes for which the verification service can be asked. If people ask manufacturers by hand, contains all purposes. */
  purposes: z.array(verificationPurpose),
  locations: z.array(z.object({ id, name: z.string() })),
  mayConfigure: z.boolean(),
})
export type VerificationChoices = z.infer<typeof verificationChoices>

/** A list of packages as text: a table with headings, or one barcode on each line. */
export const verificationListText = z.object({ text: z.string().max(200_000, 'A list has at most 200,000 characters.') })
export const verificationListRead = z.object({
  items: z.array(
    z.object({ gtin: z.string(), serialNumber: z.string(), lotNumber: z.string().nullable(), expirationDate: z.string().nullable() }),
  ),
  refused: z.int(),
  /** The first unreadable lines of the list, each with the reason. */
  named: z.array(z.object({ line: z.int(), why: z.string() })),
})
export type VerificationListRead = z.infer<typeof verificationListRead>

export const newVerificationList = z.object({
  name: line(100, 'A name').min(1, 'Enter a name.'),
  locationId: id,
  purpose: verificationPurpose,
  items: z
    .array(verificationProduct)
    .min(1, 'Add at least one package.')
    .max(MOST_VERIFICATIONS, `A list has at most ${formatAmount(MOST_VERIFICATIONS, 'package')}.`),
})
export type NewVerificationList = z.output<typeof newVerificationList>
export const verificationListRef = z.object({ listId: id })
export const verificationListSearch = z.object({ ...pageInput })
export type VerificationListSearch = z.output<typeof verificationListSearch>

export const verificationList = z.object({
  id,
  name: z.string(),
  locationName: z.string(),
  purpose: verificationPurpose,
  amount: z.int(),
  state: z.enum(['running', 'stopped', 'done']),
  stopReason: z.string().nullable(),
  createdAt: isoInstant,
  createdBy: z.string(),
  endedAt: isoInstant.nullable(),
  counts: z.object({ verified: z.int(), remark: z.int(), notVerified: z.int(), unavailable: z.int(), waiting: z.int() }),
  mayAsk: z.boolean(),
})
export type VerificationList = z.infer<typeof verificationList>
export const verificationListPage = makePage(verificationList)
export const madeVerificationList = z.object({ id })

const address = (what: string) => z.string().trim().max(500, `${what} can have at most 500 characters.`)
const headerName = z
  .string()
  .trim()
  .min(1, 'Enter the name of the header.')
  .max(80)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'A header name can contain only letters, digits and hyphens.')
const literal = z
  .string()
  .trim()
  .max(100)
  .regex(/^[\w.~-]*$/, 'The text for a purpose may contain only letters, digits, hyphens and periods.')
  .nullish()
  .transform((text) => text || null)

export const verificationContexts = z.object({ return: literal, suspect: literal, exception: literal, status: literal })
export type VerificationContexts = z.output<typeof verificationContexts>
/**
 * Default texts that tell a verification service the purpose of a question. The GS1 US profile publishes only the text for saleable returns; a person
 * has to enter the other texts.
 */
export const FIRST_CONTEXTS: VerificationContexts = { return: 'dscsaSaleableReturn', suspect: null, exception: null, status: null }
/** Default name of the HTTP header that carries the credential. All verification services that we know of expect this name. */
export const FIRST_CREDENTIAL_HEADER = 'ATP-Authorization'

/** `credential`: null keeps the stored credential, an empty text removes it. */
export const verificationSettingsChange = z
  .object({
    driver: verificationDriver,
    baseUrl: address('An address')
      .nullish()
      .transform((text) => text || null),
    requesterGln: z
      .union([gln, z.literal('')])
      .nullish()
      .transform((text) => text || null),
    contexts: verificationContexts,
    credentialHeader: headerName,
    credential: z
      .string()
      .max(8000, 'A credential has at most 8,000 characters.')
      .regex(/^[\x20-\x7e]*$/, 'Enter the credential on one line, without accents or symbols outside ASCII.')
      .nullable(),
    walletUrl: address('An address')
      .nullish()
      .transform((text) => text || null),
    walletHolder: optionalText(300),
    emailAddress: z
      .union([z.email('Enter an email address.').max(200), z.literal('')])
      .nullish()
      .transform((text) => text || null),
    phoneNumber: optionalText(40),
  })
  .refine(({ driver, baseUrl }) => driver !== 'gs1' || baseUrl !== null, { path: ['baseUrl'], error: 'Enter the address of the service.' })
  .refine(({ driver, requesterGln }) => driver !== 'gs1' || requesterGln !== null, {
    path: ['requesterGln'],
    error: 'Enter the GLN that the service has on file for you.',
  })
export type VerificationSettingsChange = z.output<typeof verificationSettingsChange>

export const verificationSettings = z.object({
  driver: verificationDriver,
  baseUrl: z.string().nullable(),
  requesterGln: z.string().nullable(),
  contexts: z.object({
    return: z.string().nullable(),
    suspect: z.string().nullable(),
    exception: z.string().nullable(),
    status: z.string().nullable(),
  }),
  credentialHeader: z.string(),
  hasCredential: z.boolean(),
  walletUrl: z.string().nullable(),
  walletHolder: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** Whether the installation runs a simulator that can be asked. */
  hasSimulator: z.boolean(),
})
export type VerificationSettings = z.infer<typeof verificationSettings>

/** Tests whether the service would answer questions about this GTIN. */
export const verificationTest = z.object({ gtin: z.string().trim().min(1, 'Enter a GTIN.').max(20) })
export const verificationTested = z.object({ isOk: z.boolean(), text: z.string() })
export const verificationSaved = ok
