import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Label } from '@seriatim/gs1'
import { type SerialCandidate, serialCandidates } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { factsOf, keyOf, sentenceOf } from '../../api/query-client.ts'
import { countOf } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.ts'
import { looksScanned, readSerialScan } from '../scan/serial-scan.ts'
import { useScanField } from '../scan/use-scan-field.ts'
import { ChoosePackage } from './choose-package.tsx'
import { Section } from './form-section.tsx'
import { IncidentHolds } from './incident-holds.tsx'
import { LabelNote } from './label-note.tsx'
import type { IncidentFormState, PackageWanted } from './use-incident-form.ts'

/** Serial number and location fill the form. */
export function FindPackage({ state }: { state: IncidentFormState }) {
  const { locations, locationId, setPlace, fill, filled, incidentId, form } = state
  const [serial, setSerial] = useState('')
  const [message, setMessage] = useState<ReactNode>()
  const [several, setSeveral] = useState<{ serialNumber: string; candidates: SerialCandidate[] }>()
  const [unknown, setUnknown] = useState<{ serialNumber: string; gtin: string | null }>()
  const [pending, setPending] = useState(false)
  const [label, setLabel] = useState<Label>({})
  const find = async (text: string) => {
    let serialNumber = text.trim()
    let gtin: string | undefined
    setLabel({})
    if (looksScanned(serialNumber)) {
      const scan = readSerialScan(serialNumber)
      if (!scan.ok) {
        setSerial('')
        toast.attention(scan.message, { seconds: 10, ...(scan.detail ? { detail: scan.detail } : {}) })
        return
      }
      gtin = scan.fields.gtin
      setLabel(scan.label)
      serialNumber = scan.fields.serialNumber
      setSerial(serialNumber)
    }
    if (serialNumber && !pending) await take({ serialNumber, ...(gtin ? { gtin } : {}) })
  }
  const take = async (wanted: PackageWanted) => {
    setPending(true)
    setMessage(undefined)
    setSeveral(undefined)
    setUnknown(undefined)
    try {
      if (!(await fill(wanted))) {
        setMessage('No package with this serial number is on record here. Fill the form by hand.')
        setUnknown({ serialNumber: wanted.serialNumber, gtin: wanted.gtin ?? null })
      }
    } catch (error) {
      const candidates = serialCandidates.safeParse(factsOf(error).candidates)
      if (candidates.success) setSeveral({ serialNumber: wanted.serialNumber, candidates: candidates.data })
      else setMessage(keyOf(error) ? sentenceOf(error) : 'The server could not be reached. Try again, or fill the form by hand.')
    }
    setPending(false)
  }
  const { onKeyDown } = useScanField({ value: serial, onWrite: setSerial, onScan: (text) => void find(text) })
  return (
    <Section id="incident-find" title="Which package">
      <div className="incident-find">
        <TextInput
          label="Serial number"
          placeholder="Scan or type"
          classNames={{ input: 'input code' }}
          autoComplete="off"
          spellCheck={false}
          value={serial}
          onChange={(event) => setSerial(event.currentTarget.value)}
          onKeyDown={(event) => {
            onKeyDown(event)
            if (event.key !== 'Enter') return
            event.preventDefault()
            void find(serial)
          }}
        />
        <NativeSelect
          label="Location"
          data={locations.map((place) => ({ value: String(place.id), label: place.name }))}
          value={String(locationId)}
          disabled={incidentId !== undefined}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        />
        <Button loading={pending} onClick={() => void find(serial)}>
          Fill the form
        </Button>
      </div>
      <div role="status">
        {filled && (
          <p className="incident-found">
            <IconCheck className="ic ic-16" aria-hidden="true" /> Found: {filled.name}. {countOf(filled.fields, 'field')} filled below.
          </p>
        )}
        <LabelNote label={label} onFile={filled?.onFile} />
        {filled?.movedTo && (
          <Note meaning="attention" title={`It is at ${filled.movedTo}`}>
            The location above was set to it.
          </Note>
        )}
        {several && (
          <ChoosePackage candidates={several.candidates} onChoose={(medId) => void take({ serialNumber: several.serialNumber, medId })} />
        )}
        {message && (
          <Note meaning="attention" title="Not found">
            {message}
          </Note>
        )}
      </div>
      <IncidentHolds locationId={locationId} form={form} unknown={unknown} />
    </Section>
  )
}
