import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { readErrorFacts, readErrorKey, writeRequestLine, writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { drugOfNdc, narrowByNdc } from '../../drug-reference/drug-options.ts'
import { useNdcLookup } from '../../drug-reference/use-ndc-lookup.ts'
import { UNKNOWN_BELOW } from '../../scan/scanner/scan-hints.ts'
import { useScanner } from '../../scan/scanner/use-scanner.ts'
import { useScanField } from '../../scan/use-scan-field.ts'
import { findNdc } from './entry-ndc.ts'
import { type EntryField, useEntryDraft } from './use-entry-draft.ts'

/** What the server says of a field; `medId`: the record on file that it was compared with. */
export interface EntryFault {
  field: EntryField | undefined
  sentence: string
  medId: number | undefined
}

const SAVED = {
  created: () => toast.done('Pedigree saved'),
  merged: () => toast.done('Pedigree completed', { detail: 'The package was on file; what was blank is filled in.' }),
  known: () => toast.info('This package is on file already', { detail: 'Nothing was changed.' }),
}

const isField = (field: unknown): field is EntryField =>
  ['serialNumber', 'gtin', 'lotNumber', 'expirationDate', 'medName', 'manufacturerName'].includes(field as string) // whatever the server names

type DraftKeeper = ReturnType<typeof useEntryDraft>

/** Where the row puts the focus. */
interface EntryElements {
  serial: RefObject<HTMLInputElement | null>
  form: RefObject<HTMLFormElement | null>
}

/** The entry row: what is typed or scanned, the drug reference beside it, and saving. */
export function useEntry(locationId: number) {
  const serial = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const entry = useEntryDraft()
  const { draft } = entry
  const { ndc, drugs } = useEntryDrugs(entry)
  const { save, fault, setFault } = useEntrySaving(entry, { serial, form })
  const { scanField, takeScanEnd } = useEntryScans(entry, { serial, form }, () => setFault(undefined))

  const submit = () => {
    const isScanned = takeScanEnd()
    if (save.isPending) return
    scanField.take()
    if (entry.takeStanding()) return
    if (isScanned) return entry.takeShort(draft.serialNumber.trim())
    setFault(undefined)
    const { serialNumber, gtin, lotNumber } = draft
    save.mutate({
      serialNumber,
      gtin,
      lotNumber,
      expirationDate: draft.isMonth ? draft.expirationDate.slice(0, 7) : draft.expirationDate,
      medName: draft.medName,
      manufacturerName: draft.manufacturerName,
      ndc: ndc.whole ? ndc.ndc : '',
      locationId,
    })
  }
  return {
    draft,
    write: (field: EntryField, value: string) => {
      if (fault?.field === field) setFault(undefined)
      entry.write(field, value)
    },
    choose: entry.choose,
    ndc,
    drugs,
    fault,
    submit,
    isSaving: save.isPending,
    takeScan: entry.takeScan,
    onSerialKey: scanField.onKeyDown,
    serial,
    form,
  }
}
export type Entry = ReturnType<typeof useEntry>

/** The NDC of the row and what the drug reference has for it; the names that are found are filled in. */
function useEntryDrugs({ draft, fill }: DraftKeeper) {
  const ndc = findNdc(draft)
  const { drugs, isLooking } = useNdcLookup(ndc.ndc)
  const drug = ndc.whole ? drugOfNdc(drugs, ndc.ndc) : undefined
  const [medName, manufacturerName] = [drug?.medName, drug?.manufacturerName]
  // Once for each product that becomes known; what is typed later stays.
  const product = JSON.stringify([draft.gtin, draft.scannedNdc, medName, manufacturerName])
  const filled = useRef<string>(undefined)
  const fillNames = useEffectEvent(fill)
  useEffect(() => {
    const isKnown = medName !== undefined && manufacturerName !== undefined
    if (isKnown && filled.current !== product) fillNames({ medName, manufacturerName })
    filled.current = isKnown ? product : undefined
  }, [product, medName, manufacturerName])
  return {
    ndc: { ...ndc, ndc: drug?.ndc ?? ndc.ndc, isLooking },
    drugs: ndc.ndc ? narrowByNdc(drugs, ndc.ndc) : drugs,
  }
}

/** Saves the row, and says what the server refuses beside the field that it names. */
function useEntrySaving(entry: DraftKeeper, { serial, form }: EntryElements) {
  const [fault, setFault] = useState<EntryFault>()
  const save = trpc.med.createOne.useMutation({
    meta: { touches: ['med'], quiet: true },
    onSuccess: ({ outcome }) => {
      SAVED[outcome]()
      setFault(undefined)
      entry.clear()
      serial.current?.focus()
    },
    onError: (error) => {
      const { field, medId } = readErrorFacts(error)
      if (!readErrorKey(error)) {
        const request = writeRequestLine(error)
        toast.stop(writeSentence(error), { detail: `Nothing was saved. What you typed is still here.${request ? ` ${request}` : ''}` })
      }
      setFault({
        field: isField(field) ? field : undefined,
        sentence: readErrorKey(error) ? writeSentence(error) : '',
        medId: typeof medId === 'number' ? medId : undefined,
      })
      if (isField(field)) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    },
  })
  return { save, fault, setFault }
}

/** Scans into the serial number, and those of a handheld wherever the focus is. `onScan`: before a scan is taken. */
function useEntryScans(entry: DraftKeeper, { serial, form }: EntryElements, onScan: () => void) {
  const isScanEnd = useRef(false)
  const scanField = useScanField({
    value: entry.draft.serialNumber,
    onEnd: () => {
      isScanEnd.current = true
    },
    onWrite: (text) => entry.write('serialNumber', text),
    onScan: (text) => {
      onScan()
      entry.takeScan(text)
    },
  })
  // A handheld is meant for the serial number wherever the focus is.
  useScanner({
    claims: (field) => field !== serial.current && (form.current?.contains(field) ?? false),
    onScan: ({ text }, into) => {
      const isShort = text.length < UNKNOWN_BELOW
      // A short code belongs where it was scanned to.
      if (isShort && into) return
      onScan()
      if (isShort) entry.takeShort(text)
      else if (into && isField(into.name)) entry.moveScan(into.name, text.replaceAll('\u001d', ''), text)
      else entry.takeScan(text)
      serial.current?.focus()
    },
  })
  return {
    scanField,
    /** Whether the Enter that comes now ended a scan; told once. */
    takeScanEnd: (): boolean => {
      const isEnd = isScanEnd.current
      isScanEnd.current = false
      return isEnd
    },
  }
}
