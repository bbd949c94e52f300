import { type SerialCandidate, serialCandidates } from '@seriatim/schema'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readErrorFacts, readErrorKey, writeSentence } from '../../../api/query-client.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ReportedLabel } from '../../scan/report-link.ts'
import { isScannedText, readSerialScan } from '../../scan/serial-scan.ts'
import type { PackageWanted } from './machine/form-machine.ts'
import { fieldsOfLabel } from './machine/label-fields.ts'
import type { IncidentFormState } from './machine/use-incident-form.ts'

const NOT_ON_RECORD = 'No package with this serial number is on record here. The form was filled in from the label; enter the rest by hand.'

/** Looks up a package and fills in the form, or reports why it can't. */
export function useFindPackage(state: IncidentFormState, scanned: ReportedLabel | undefined) {
  const { locationId, fill, setSearch } = state
  const [message, setMessage] = useState<string>()
  const [several, setSeveral] = useState<{ serialNumber: string; label: ReportedLabel | undefined; candidates: SerialCandidate[] }>()
  const [unknown, setUnknown] = useState<{ serialNumber: string; gtin: string | null }>()
  const [pending, setPending] = useState(false)
  // Blocks a second lookup, because Enter and the pause after a scan both trigger one.
  const asked = useRef(false)
  const find = async (text: string) => {
    const typed = text.trim()
    if (!typed || asked.current) return
    if (!isScannedText(typed)) return take({ serialNumber: typed })
    const scan = readSerialScan(typed)
    if (!scan.ok) {
      setSearch('')
      toast.attention(scan.message, { seconds: 10, detail: scan.detail })
      return
    }
    const { serialNumber, gtin } = scan.fields
    setSearch(serialNumber)
    await take({ serialNumber, ...(gtin ? { gtin } : {}) }, { ...scan.fields, ...scan.label })
  }
  const take = async (wanted: PackageWanted, label?: ReportedLabel) => {
    if (asked.current) return
    asked.current = true
    setPending(true)
    setMessage(undefined)
    setSeveral(undefined)
    setUnknown(undefined)
    try {
      if (!(await fill(wanted, label))) {
        setMessage(NOT_ON_RECORD)
        setUnknown({ serialNumber: wanted.serialNumber, gtin: wanted.gtin ?? null })
        if (!label) state.change({ serialNumber: wanted.serialNumber })
      }
    } catch (error) {
      fail(error, wanted, label)
    }
    asked.current = false
    setPending(false)
  }
  const fail = (error: unknown, { serialNumber }: PackageWanted, label: ReportedLabel | undefined) => {
    const candidates = serialCandidates.safeParse(readErrorFacts(error).candidates)
    if (candidates.success) return setSeveral({ serialNumber, label, candidates: candidates.data })
    setMessage(readErrorKey(error) ? writeSentence(error) : 'The server could not be reached. Try again, or fill in the form by hand.')
    // Fills in the scanned label's data, which may be all that is known while the server can't be reached.
    if (label) state.change(fieldsOfLabel(label))
  }
  // A scan that opened this page is looked up once, as soon as the location is known.
  const isArrived = useRef(false)
  const takeArrived = useEffectEvent((label: ReportedLabel) => {
    const { serialNumber, gtin } = label
    void take({ serialNumber, ...(gtin ? { gtin } : {}) }, label)
  })
  useEffect(() => {
    if (!scanned || locationId === 0 || isArrived.current) return
    isArrived.current = true
    takeArrived(scanned)
  }, [scanned, locationId])
  return {
    message,
    /** Packages on file that have the sought serial number, if the user must choose between several. */
    candidates: several?.candidates,
    /** The serial number or label that was looked up, if no package with it is on file at any location. */
    unknown,
    pending,
    find: (text: string) => void find(text),
    choose: (medId: number) => void (several && take({ serialNumber: several.serialNumber, medId }, several.label)),
  }
}
