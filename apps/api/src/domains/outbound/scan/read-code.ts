import { decode, isSscc, type Label, labelReadings, parseEpc, toGtin14, toLabel } from '@seriatim/gs1'

/** What a scan identifies: a logistic unit, or a package in one or several possible readings of its barcode. */
export type ReadCode =
  | { kind: 'sscc'; sscc: string }
  | {
      kind: 'serial'
      readings: { gtin: string | null; serialNumber: string; label: Label }[]
      /** Why the text is not a readable barcode. Shown only if no package on file has the whole text as its serial number. */
      otherwise?: string
    }
  | { kind: 'unreadable'; why: string }

type Reading = Extract<ReadCode, { kind: 'serial' }>['readings'][number]

/**
 * Finds, among several readings of a barcode, the one that matches this unit. The GTIN is compared only if both the reading and the unit have one.
 */
export const findReading = (
  readings: readonly Reading[],
  unit: { gtin: string | null; serialNumber: string | null },
): Reading | undefined =>
  readings.find(
    ({ gtin, serialNumber }) => serialNumber === unit.serialNumber && (gtin === null || unit.gtin === null || gtin === unit.gtin),
  )

const NO_LABEL: Label = {}

/** Reads a barcode as scanned, an SSCC, an SGTIN as URN, or a typed serial number. */
export function readCode(text: string, year: number): ReadCode {
  const given = text.trim()
  const digits = given.replace(/^\(00\)|^00(?=\d{18}$)/, '').replace(/\s/g, '')
  if (/^\d{18}$/.test(digits) && isSscc(digits)) return { kind: 'sscc', sscc: digits }
  if (given.startsWith('urn:')) return readUrn(given)
  const read = decode(given, { lenient: true, currentYear: year })
  if (read.ok && read.value.sscc !== undefined) return { kind: 'sscc', sscc: read.value.sscc }
  const found = read.ok ? [read.value] : read.error.code === 'ambiguous' ? labelReadings(given, year) : []
  const readings = found.flatMap((one) =>
    one.gtin14 === undefined || one.serialNumber === undefined
      ? []
      : [{ gtin: one.gtin14, serialNumber: one.serialNumber, label: toLabel(one) }],
  )
  if (readings.length > 0) return { kind: 'serial', readings }
  const hasGtin = read.ok && read.value.gtin14 !== undefined
  if (given.length <= 20) return toTyped(given, hasGtin || toGtin14(given).ok ? NO_SERIAL : undefined)
  return { kind: 'unreadable', why: hasGtin ? NO_SERIAL : 'The barcode could not be read. Scan it again, or type the serial number.' }
}

const NO_SERIAL = 'This barcode has no serial number. Each package is sent by its serial number, so scan the square 2D code.'

/**
 * Treats a short text as a typed serial number, even if it could be a barcode without a serial number: an all-digit serial number may by chance be a
 * valid GTIN.
 */
export const toTyped = (text: string, otherwise?: string): ReadCode => ({
  kind: 'serial',
  readings: [{ gtin: null, serialNumber: text, label: NO_LABEL }],
  ...(otherwise === undefined ? {} : { otherwise }),
})

function readUrn(uri: string): ReadCode {
  const epc = parseEpc(uri)
  if (epc.ok && epc.value.kind === 'sscc') return { kind: 'sscc', sscc: epc.value.sscc }
  if (!epc.ok || epc.value.kind !== 'sgtin') return { kind: 'unreadable', why: 'This is not the URN of a package, a case or a pallet.' }
  return { kind: 'serial', readings: [{ gtin: epc.value.gtin, serialNumber: epc.value.serialNumber, label: NO_LABEL }] }
}
