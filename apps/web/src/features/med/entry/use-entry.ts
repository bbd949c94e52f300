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

/** An error from the server, and the field that it concerns, if any. `medId`: the record on file that conflicts with the entry. */
export interface EntryFault {
  field: EntryField | undefined
  sentence: string
  medId: number | undefined
}

const SAVED = {
  created: () => toast.done('Pedigree saved'),
  merged: () => toast.done('Pedigree completed', { detail: 'The package was on file; its blank fields are now filled in.' }),
  known: () => toast.info('This package is already on file', { detail: 'Nothing was changed.' }),
}

const isField = (field: unknown): field is EntryField =>
  ['serialNumber', 'gtin', 'lotNumber', 'expirationDate', 'medName', 'manufacturerName'].includes(field as string) // the server may name any field

type DraftKeeper = ReturnType<typeof useEntryDraft>

/** Elements that may take the focus. */
interface EntryElements {
  serial: RefObject<HTMLInputElement | null>
  form: RefObject<HTMLFormElement | null>
}

/** State of the row for entering a package: its values, suggestions from the drug reference, and saving. */
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
export type EntryState = ReturnType<typeof useEntry>

/** Looks up the row's NDC in the drug reference and fills the names that it finds into the row. */
function useEntryDrugs({ draft, fill }: DraftKeeper) {
  const ndc = findNdc(draft)
  const { drugs, isLoading } = useNdcLookup(ndc.ndc)
  const drug = ndc.whole ? drugOfNdc(drugs, ndc.ndc) : undefined
  const [medName, manufacturerName] = [drug?.medName, drug?.manufacturerName]
  // Names are filled in only once for each product, so that they never overwrite later typing.
  const product = JSON.stringify([draft.gtin, draft.scannedNdc, medName, manufacturerName])
  const filled = useRef<string>(undefined)
  const fillNames = useEffectEvent(fill)
  useEffect(() => {
    const isKnown = medName !== undefined && manufacturerName !== undefined
    if (isKnown && filled.current !== product) fillNames({ medName, manufacturerName })
    filled.current = isKnown ? product : undefined
  }, [product, medName, manufacturerName])
  return {
    ndc: { ...ndc, ndc: drug?.ndc ?? ndc.ndc, isLoading },
    drugs: ndc.ndc ? narrowByNdc(drugs, ndc.ndc) : drugs,
  }
}

/** Saves the row and shows the server's errors at the fields they name. */
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

/**
 * Puts scanned data into the row. Accepts scans into the serial number field, and scans by a handheld scanner wherever the focus is. `onScan` is
 * called before a scan is applied.
 */
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
  // A scan with a handheld is meant for the serial number, wherever in the form the focus is.
  useScanner({
    claims: (field) => field !== serial.current && (form.current?.contains(field) ?? false),
    onScan: ({ text }, into) => {
      const isShort = text.length < UNKNOWN_BELOW
      // A short code, such as a lot number, stays in the field into which the user scanned it.
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
    /** Returns whether the current press of Enter ended a scan, and resets that state. */
    takeScanEnd: (): boolean => {
      const isEnd = isScanEnd.current
      isScanEnd.current = false
      return isEnd
    },
  }
}
