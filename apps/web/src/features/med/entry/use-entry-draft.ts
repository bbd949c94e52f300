import { toGtin14, toLabel } from '@seriatim/gs1'
import { useState } from 'react'
import { toast } from '../../../ui/toast/toast.ts'
import { warnNoSerial } from '../../scan/scanner/scan-hints.ts'
import { isScannedText, readWholeScan } from '../../scan/serial-scan.ts'

export interface EntryDraft {
  serialNumber: string
  gtin: string
  lotNumber: string
  /** `YYYY-MM-DD`, or empty. */
  expirationDate: string
  /** Whether the scanned label has no day, so that the expiration date is the last day of its month. */
  isMonth: boolean
  medName: string
  manufacturerName: string
  /** NDC from AI 715 of a scan. */
  scannedNdc: string
  /** NDC of the entry chosen under Med Name. */
  chosenNdc: string
  /** Whether the names came from the drug reference instead of typing; if so, another GTIN clears them. */
  isFilled: boolean
}
export type EntryField = 'serialNumber' | 'gtin' | 'lotNumber' | 'expirationDate' | 'medName' | 'manufacturerName'

const emptyDraft: EntryDraft = {
  serialNumber: '',
  gtin: '',
  lotNumber: '',
  expirationDate: '',
  isMonth: false,
  medName: '',
  manufacturerName: '',
  scannedNdc: '',
  chosenNdc: '',
  isFilled: false,
}

const noNames = { medName: '', manufacturerName: '', chosenNdc: '', isFilled: false }

/** Returns the draft with a typed value. A new GTIN also clears the NDC from the last scan, and the names if the drug reference filled them in. */
function written(draft: EntryDraft, field: EntryField, value: string): EntryDraft {
  const next = { ...draft, [field]: value, ...(field === 'expirationDate' ? { isMonth: false } : {}) }
  if (field === 'gtin') return { ...next, scannedNdc: '', ...(draft.isFilled ? noNames : {}) }
  return field === 'medName' || field === 'manufacturerName' ? { ...next, isFilled: false } : next
}

/** Replaces the row's values with a scan's. The names of product and manufacturer stay only if the GTIN is the same. */
function scanned(draft: EntryDraft, text: string): EntryDraft {
  const scan = readWholeScan(text)
  if (!scan.ok) {
    toast.attention(scan.message, { seconds: 10, detail: scan.detail })
    return { ...draft, serialNumber: '' }
  }
  const { serialNumber, gtin14 = '', lotNumber = '', expirationDate = '', elements } = scan.value
  if (!serialNumber) warnNoSerial()
  const doubt = scan.value.warnings.find((warning) => warning.includes('group separator'))
  if (doubt) toast.attention('Check the lot and the serial number against the label.', { seconds: 10, detail: `${doubt}.` })
  const isSame = gtin14 !== '' && gtin14 === draft.gtin
  return {
    ...draft,
    serialNumber: serialNumber ?? '',
    gtin: gtin14,
    lotNumber,
    expirationDate,
    isMonth: toLabel(scan.value).expirationDate?.length === 'YYYY-MM'.length,
    scannedNdc: elements.find((element) => element.ai === '715')?.value ?? '',
    ...(isSame ? {} : noNames),
  }
}

const barcode = /(\][A-Za-z]\d)?\(?01\)?\d{14}/

/** Finds a barcode that was scanned into a wrong field, such as the lot number instead of the serial number. Recognizes the barcode by its text. */
function strayScan(draft: EntryDraft): { field: EntryField; text: string } | undefined {
  for (const field of ['gtin', 'lotNumber', 'medName', 'manufacturerName'] as const) {
    const at = draft[field].search(barcode)
    const text = at < 0 ? '' : draft[field].slice(at)
    if (isScannedText(text)) return { field, text }
  }
  return undefined
}

export function useEntryDraft() {
  const [draft, setDraft] = useState(emptyDraft)
  const takeScan = (text: string) => setDraft(scanned(draft, text))
  return {
    draft,
    write: (field: EntryField, value: string) => setDraft((before) => written(before, field, value)),
    takeScan,
    /** Moves a scan that a scanner typed into this field: removes its text from the field and fills the row with it. */
    moveScan: (field: EntryField, keys: string, text: string) =>
      setDraft(scanned({ ...draft, [field]: draft[field].replace(keys, '').trim() }, text)),
    /** Called on Enter: if a field still contains a scan, fills the row with the scan. Returns whether a field did. */
    takeStanding: (): boolean => {
      const stray = isScannedText(draft.serialNumber) ? { field: 'serialNumber' as const, text: draft.serialNumber } : strayScan(draft)
      if (!stray) return false
      setDraft(scanned({ ...draft, [stray.field]: draft[stray.field].replace(stray.text, '').trim() }, stray.text))
      return true
    },
    /** A linear barcode identifies only the product; any other short text is a serial number. */
    takeShort: (text: string) => {
      const isGtin = text.length >= 12 && toGtin14(text).ok
      if (isGtin) warnNoSerial()
      setDraft(isGtin ? { ...written(draft, 'gtin', text), serialNumber: '' } : { ...draft, serialNumber: text })
    },
    choose: (names: { medName: string; manufacturerName: string; chosenNdc: string }) =>
      setDraft((before) => ({ ...before, ...names, isFilled: false })),
    /** Fills in names from the drug reference, unless somebody has typed one. */
    fill: (names: { medName: string; manufacturerName: string }) =>
      setDraft((before) =>
        before.isFilled || (before.medName === '' && before.manufacturerName === '') ? { ...before, ...names, isFilled: true } : before,
      ),
    clear: () => setDraft(emptyDraft),
  }
}
