import { decode } from '@seriatim/gs1'

/** Text longer than this in the serial field is a scan. */
const SCAN_LENGTH = 20

/** How long the field must be left alone before it is taken as a whole scan. */
export const SCAN_PAUSE_MS = 250

/** The separator that scanners send as Ctrl+]. */
export const GROUP_SEPARATOR = '\u001d'

export function looksScanned(text: string): boolean {
  return text.trim().length > SCAN_LENGTH
}

export interface ScannedFields {
  serialNumber: string
  lotNumber?: string
  ndc?: string
}

export type ScanResult = { ok: true; fields: ScannedFields } | { ok: false; message: string; detail?: string }

/** What a barcode in the serial field says, for the fields of the search. */
export function readScan(text: string): ScanResult {
  const scan = decode(text.trim(), { lenient: true })
  if (!scan.ok)
    return { ok: false, message: 'This scan could not be read', detail: `${scan.error.message}. Scan again, or type the serial number.` }
  const { serialNumber, lotNumber, ndc } = scan.value
  if (!serialNumber) return { ok: false, message: 'Serial Number not found in barcode' }
  return { ok: true, fields: { serialNumber, ...(lotNumber ? { lotNumber } : {}), ...(ndc ? { ndc } : {}) } }
}
