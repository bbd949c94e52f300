import { useEffect, useRef, useState } from 'react'
import { readErrorFacts, readErrorKey, writeRequestLine, writeSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { toast } from '../../ui/toast.ts'
import { drugOfNdc, narrowByNdc } from '../drug-reference/drug-options.ts'
import { useNdcLookup } from '../drug-reference/use-ndc-lookup.ts'
import { UNKNOWN_BELOW } from '../scan/scan-hints.ts'
import { useScanField } from '../scan/use-scan-field.ts'
import { useScanner } from '../scan/use-scanner.ts'
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

/** The entry row: what is typed or scanned, the drug reference beside it, and saving. */
export function useEntry(locationId: number) {
  const [fault, setFault] = useState<EntryFault>()
  const serial = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const entry = useEntryDraft()
  const { draft } = entry
  const ndc = findNdc(draft)
  const { drugs, isLooking } = useNdcLookup(ndc.ndc)
  const drug = ndc.whole ? drugOfNdc(drugs, ndc.ndc) : undefined
  const shownNdc = drug?.ndc ?? ndc.ndc

  const { fill } = entry
  const [medName, manufacturerName] = [drug?.medName, drug?.manufacturerName]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each product that becomes known; what is typed later stays.
  useEffect(() => {
    if (medName !== undefined && manufacturerName !== undefined) fill({ medName, manufacturerName })
  }, [medName, manufacturerName, draft.gtin, draft.scannedNdc])

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

  const isScanEnd = useRef(false)
  const scanField = useScanField({
    value: draft.serialNumber,
    onEnd: () => {
      isScanEnd.current = true
    },
    onWrite: (text) => entry.write('serialNumber', text),
    onScan: (text) => {
      setFault(undefined)
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
      setFault(undefined)
      if (isShort) entry.takeShort(text)
      else if (into && isField(into.name)) entry.moveScan(into.name, text.replaceAll('\u001d', ''), text)
      else entry.takeScan(text)
      serial.current?.focus()
    },
  })

  const submit = () => {
    const isScanned = isScanEnd.current
    isScanEnd.current = false
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
      ndc: ndc.whole ? shownNdc : '',
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
    ndc: { ...ndc, ndc: shownNdc, isLooking },
    drugs: ndc.ndc ? narrowByNdc(drugs, ndc.ndc) : drugs,
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
