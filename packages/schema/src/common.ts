import { z } from 'zod'

/** Identity of a row: a positive 64-bit integer that fits a JSON number (decision 1). */
export const id = z.int().positive()

/** Calendar date `YYYY-MM-DD` without time or zone. */
export const isoDate = z.iso.date()

/** Instant, ISO 8601 with zone. */
export const isoInstant = z.iso.datetime({ offset: true })

/** Text of a search field: trimmed; empty means "no filter" (decision 17). */
export const filterText = z.string().trim().max(200).optional()

/** A legacy date filter; empty text means no filter. */
export const filterDate = z.union([isoDate, z.literal('')]).optional()

/** `customerLocationId` of a search: 0, "0", empty or absent mean any location that the caller may see (decision 1). */
export const filterLocation = z.union([z.int().nonnegative(), z.literal('')]).optional()

export const gln = z.string().regex(/^\d{13}$/, 'A GLN has 13 digits.')
export const gtin14 = z.string().regex(/^\d{14}$/, 'A GTIN-14 has 14 digits.')

/** Line breaks and invisible characters. A name that contains them could add lines to emails and documents. */
const UNSEEN = /[\p{Cc}\u2028\u2029]/u
export const isOneLine = (text: string): boolean => !UNSEEN.test(text)

/** The reason why somebody undid or changed something; recorded in the audit trail (decision 45). */
export const reason = z.string().trim().min(3, 'Give a short reason.').max(500)

export const ok = z.object({ ok: z.literal(true) })
export type Ok = z.infer<typeof ok>

export const personName = z.object({ firstName: z.string(), lastName: z.string() })
export type PersonName = z.infer<typeof personName>

/** Page size: REST callers may request up to 1,000 rows (decision 15). */
export const pageInput = { limit: z.int().min(1).max(1000).default(100), cursor: z.string().max(500).optional() }

export function makePage<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** A CSV file: UTF-8 with the byte order mark that spreadsheets need, and CRLF line ends. */
export const csvFile = z.object({ filename: z.string(), text: z.string() })

/** An optional field: trimmed, and null if empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters fit here.`)
    .nullish()
    .transform((text) => text || null)

/** A GLN as typed: 13 digits, ignoring surrounding and grouping spaces. The server verifies the check digit. */
export const typedGln = z
  .string()
  .max(50)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .max(13, 'A GLN has 13 digits.')
      .regex(/^\d{13}$/, 'A GLN has 13 digits.'),
  )

/** A calendar day or null. The empty text of a blank form field, null and undefined all become null. */
export const optionalDay = z
  .union([isoDate, z.literal('')])
  .nullish()
  .transform((day) => day || null)

/** The SHA-256 of stored bytes in hexadecimal, which is their key in the storage. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)
