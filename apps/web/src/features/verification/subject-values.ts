import { type VerificationChoices, type VerificationPurpose, verificationPurpose } from '@seriatim/schema'
import { z } from 'zod'

/** The package that is asked about; without it, the forms have fields for its identifier. */
export interface AskedPackage {
  medId: number
  locationId: number
  /** As the dialog names it: "Metformin, 10K7". */
  name: string
}

const filled = (sentence: string) => z.string().trim().min(1, sentence)

/** The fields of a package. Those that name it are needed only if it is not on file. */
export const makeSubjectShape = (subject: AskedPackage | undefined) =>
  z.object({
    gtin: subject ? z.string() : filled('Enter the GTIN.'),
    serialNumber: subject ? z.string() : filled('Enter the serial number.'),
    lotNumber: z.string(),
    expirationDate: z.string().regex(/^(\d{4}-(0[1-9]|1[0-2])(-\d\d)?)?$/, 'Enter YYYY-MM-DD, or YYYY-MM.'),
    locationId: z.number(),
    purpose: verificationPurpose,
  })
export type SubjectValues = z.output<ReturnType<typeof makeSubjectShape>>

export const startOf = ({ locations, purposes }: VerificationChoices, subject: AskedPackage | undefined): SubjectValues => ({
  gtin: '',
  serialNumber: '',
  lotNumber: '',
  expirationDate: '',
  locationId: subject?.locationId ?? locations[0]?.id ?? 0,
  purpose: purposes[0] ?? ('status' satisfies VerificationPurpose),
})

/** The package as the calls name it. */
export function toQuestion({ purpose, ...typed }: SubjectValues, subject: AskedPackage | undefined) {
  return subject ? { medId: subject.medId, purpose } : { ...typed, purpose }
}
