import { type Decoded, decode, type Label, toLabel } from '@seriatim/gs1'
import { MAP_FUNCTION_KEYS, NO_SERIAL } from './scanner/scan-hints.ts'

/** Text longer than this in a serial field is a scan. */
const SCAN_LENGTH = 20

/** How long a field must be left alone before it is taken as a whole scan. */
export const SCAN_PAUSE_MS = 250

export function looksScanned(text: string): boolean {
  return text.trim().length > SCAN_LENGTH
}

export interface ScannedFields {
  serialNumber: string
  gtin?: string
  lotNumber?: string
  expirationDate?: string
  ndc?: string
}

export type SerialScan = { ok: true; fields: ScannedFields; label: Label } | { ok: false; message: string; detail?: string }

/** A whole barcode out of a serial field, or what to say of one that cannot be read. */
export function readWholeScan(text: string): { ok: true; value: Decoded } | { ok: false; message: string; detail: string } {
  const scan = decode(text.trim(), { lenient: true })
  return scan.ok ? scan : { ok: false, message: MAP_FUNCTION_KEYS, detail: `${scan.error.message}. Scan again, or type the serial number.` }
}

/** What a barcode in a serial field says, for the fields around it. */
export function readSerialScan(text: string): SerialScan {
  const scan = readWholeScan(text)
  if (!scan.ok) return scan
  const { serialNumber, gtin14, lotNumber, expirationDate, ndc } = scan.value
  if (!serialNumber) return { ok: false, message: NO_SERIAL }
  return {
    ok: true,
    label: toLabel(scan.value),
    fields: {
      serialNumber,
      ...(gtin14 ? { gtin: gtin14 } : {}),
      ...(lotNumber ? { lotNumber } : {}),
      ...(expirationDate ? { expirationDate } : {}),
      ...(ndc ? { ndc } : {}),
    },
  }
}
