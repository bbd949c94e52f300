import { VERIFICATION_PURPOSES, type VerificationChoices, type VerificationPurpose, verificationPurpose } from '@seriatim/schema'
import { z } from 'zod'

/** A package on file that the question is about. */
export interface AskedPackage {
  medId: number
  locationId: number
  /** Name of the package in the dialog, such as "Metformin, 10K7". */
  name: string
}

/** The fields of a package's label, as recorded in a ticket. */
export interface TypedPackage {
  gtin: string | null
  serialNumber: string | null
  lotNumber: string | null
  expirationDate: string | null
}

/** What the verification dialog asks about: a package on file (`subject`) or packages of a ticket; if neither is set, the person enters a package. */
export interface Origin {
  subject?: AskedPackage | undefined
  packages?: readonly TypedPackage[] | undefined
  /** The location that has the packages. */
  locationName?: string | null | undefined
  /** The preselected purpose. */
  prefer?: VerificationPurpose | undefined
}

const filled = (sentence: string) => z.string().trim().min(1, sentence)

/** The fields of a package. Those that identify the package are required only if it is not on file. */
export const makeSubjectShape = (subject: AskedPackage | undefined) =>
  z.object({
    gtin: subject ? z.string() : filled('Enter the GTIN.'),
    serialNumber: subject ? z.string() : filled('Enter the serial number.'),
    lotNumber: z.string(),
    expirationDate: z.string().regex(/^(\d{4}-(0[1-9]|1[0-2])(-\d\d)?)?$/, 'Enter YYYY-MM-DD, or YYYY-MM.'),
    locationId: z.number(),
    purpose: chosen(verificationPurpose.options, 'Choose the purpose.'),
  })
type Shape = ReturnType<typeof makeSubjectShape>
/** The values as typed: the purpose is empty until somebody chooses one. */
export type SubjectValues = z.input<Shape>

/** Shape of a required choice. The form starts without a choice, and `sentence` is the error message if it is sent that way. */
export const chosen = <Value extends string>(values: readonly Value[], sentence: string) =>
  z.union([z.enum(values), z.literal('')]).pipe(z.enum(values, sentence))

/**
 * Explains why a question must be asked by hand although the organization uses a verification service: the settings contain no service text for the
 * question's purpose. The form must not switch to another purpose, because the manufacturer would then be asked about a suspect package as if it were
 * for sale. Undefined if the service can be asked, or if the organization uses no service.
 */
export function whyByHand({ driver, purposes }: VerificationChoices, { prefer }: Origin): string | undefined {
  if (driver === 'manual') return undefined
  if (purposes.length === 0) return 'Your verification settings have no text for any purpose yet, so you cannot ask the service.'
  if (prefer === undefined || purposes.includes(prefer)) return undefined
  return `Your verification settings have no text for “${VERIFICATION_PURPOSES[prefer]}” yet, so you cannot ask the service for this purpose.`
}

/**
 * The initial values of the form for a question to a manufacturer.
 * @param isByHand true for the form in which the user records a question that they asked the manufacturer directly; such a question may have any
 * purpose.
 */
export function startOf(
  { locations, purposes, driver }: VerificationChoices,
  { subject, packages, locationName, prefer }: Origin,
  isByHand: boolean,
): SubjectValues {
  const isAskable = isByHand || driver === 'manual' || (prefer !== undefined && purposes.includes(prefer))
  const place = locations.find(({ name }) => name === locationName) ?? locations[0]
  return {
    ...toTyped(packages?.[0]),
    locationId: subject?.locationId ?? place?.id ?? 0,
    purpose: prefer === undefined ? (purposes[0] ?? '') : isAskable ? prefer : '',
  }
}

/** Prefills the fields of a verification form with a package of a ticket; without a package, the fields are empty. */
export const toTyped = (one: TypedPackage | undefined) => ({
  gtin: one?.gtin ?? '',
  serialNumber: one?.serialNumber ?? '',
  lotNumber: one?.lotNumber ?? '',
  expirationDate: one?.expirationDate ?? '',
})

/** Builds the input of a verification call: the med's id for a package on file, otherwise the values that the person typed. */
export function toQuestion({ purpose, ...typed }: z.output<Shape>, subject: AskedPackage | undefined) {
  return subject ? { medId: subject.medId, purpose } : { ...typed, purpose }
}
