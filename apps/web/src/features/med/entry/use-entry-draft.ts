import { toGtin14, toLabel } from '@seriatim/gs1'
import { useState } from 'react'
import { toast } from '../../../ui/toast/toast.ts'
import { warnNoSerial } from '../../scan/scanner/scan-hints.ts'
import { looksScanned, readWholeScan } from '../../scan/serial-scan.ts'

/** The entry row as it stands. */
export interface EntryDraft {
  serialNumber: string
  gtin: string
  lotNumber: string
  /** `YYYY-MM-DD`, or empty. */
  expirationDate: string
  /** The label that was scanned has no day: the expiration date is its month's last. */
  isMonth: boolean
  medName: string
  manufacturerName: string
  /** From AI 715 of a scan. */
  scannedNdc: string
  /** Of the entry chosen under Med Name. */
  chosenNdc: string
  /** The names were filled in from the drug reference, not typed: another GTIN takes them away again. */
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

/** What a hand does to a field. What belonged to another GTIN goes with it. */
function written(draft: EntryDraft, field: EntryField, value: string): EntryDraft {
  const next = { ...draft, [field]: value, ...(field === 'expirationDate' ? { isMonth: false } : {}) }
  if (field === 'gtin') return { ...next, scannedNdc: '', ...(draft.isFilled ? noNames : {}) }
  return field === 'medName' || field === 'manufacturerName' ? { ...next, isFilled: false } : next
}

/** A scan fills the row anew; the names stay only when it is the same product. */
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

/** A barcode that came into another field than the serial number's, as far as its text shows it. */
function strayScan(draft: EntryDraft): { field: EntryField; text: string } | undefined {
  for (const field of ['gtin', 'lotNumber', 'medName', 'manufacturerName'] as const) {
    const at = draft[field].search(barcode)
    const text = at < 0 ? '' : draft[field].slice(at)
    if (looksScanned(text)) return { field, text }
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
    /** A scanner's keys went into this field: they leave it, and fill the row. */
    moveScan: (field: EntryField, keys: string, text: string) =>
      setDraft(scanned({ ...draft, [field]: draft[field].replace(keys, '').trim() }, text)),
    /** Enter: a scan that stands in a field still is taken apart first. Returns whether there was one. */
    takeStanding: (): boolean => {
      const stray = looksScanned(draft.serialNumber) ? { field: 'serialNumber' as const, text: draft.serialNumber } : strayScan(draft)
      if (!stray) return false
      setDraft(scanned({ ...draft, [stray.field]: draft[stray.field].replace(stray.text, '').trim() }, stray.text))
      return true
    },
    /** A striped code names the product only; any other short text is a serial number. */
    takeShort: (text: string) => {
      const isGtin = text.length >= 12 && toGtin14(text).ok
      if (isGtin) warnNoSerial()
      setDraft(isGtin ? { ...written(draft, 'gtin', text), serialNumber: '' } : { ...draft, serialNumber: text })
    },
    choose: (names: { medName: string; manufacturerName: string; chosenNdc: string }) =>
      setDraft((before) => ({ ...before, ...names, isFilled: false })),
    /** From the drug reference, where nobody has typed anything. */
    fill: (names: { medName: string; manufacturerName: string }) =>
      setDraft((before) =>
        before.isFilled || (before.medName === '' && before.manufacturerName === '') ? { ...before, ...names, isFilled: true } : before,
      ),
    clear: () => setDraft(emptyDraft),
  }
}
