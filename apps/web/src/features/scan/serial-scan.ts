import { type Decoded, decode, type Label, toLabel } from '@seriatim/gs1'
import { MAP_FUNCTION_KEYS, NO_SERIAL } from './scanner/scan-hints.ts'

/** A text longer than this in a serial number field was scanned, not typed. */
const SCAN_LENGTH = 20

/** Idle time after which a field's text counts as a complete scan. */
export const SCAN_PAUSE_MS = 250

export function isScannedText(text: string): boolean {
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

/** Decodes a whole barcode from a serial number field, or returns the message for an unreadable one. */
export function readWholeScan(text: string): { ok: true; value: Decoded } | { ok: false; message: string; detail: string } {
  const scan = decode(text.trim(), { lenient: true })
  return scan.ok ? scan : { ok: false, message: MAP_FUNCTION_KEYS, detail: `${scan.error.message}. Scan again, or type the serial number.` }
}

/** Parses a barcode that was scanned into a serial number field, so that its other values can fill the fields next to it. */
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
