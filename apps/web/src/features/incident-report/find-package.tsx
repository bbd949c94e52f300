import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type SerialCandidate, serialCandidates } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readErrorFacts, readErrorKey, writeSentence } from '../../api/query-client.ts'
import { formatAmount } from '../../ui/format.ts'
import { Signed } from '../../ui/inline.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.ts'
import type { ReportedLabel } from '../scan/report-link.ts'
import { looksScanned, readSerialScan } from '../scan/serial-scan.ts'
import { useScanField } from '../scan/use-scan-field.ts'
import { ChoosePackage } from './choose-package.tsx'
import type { PackageWanted } from './form-machine.ts'
import { Section } from './form-section.tsx'
import { IncidentHolds } from './incident-holds.tsx'
import { fieldsOfLabel } from './label-fields.ts'
import { useFormScanner } from './use-form-scanner.ts'
import type { IncidentFormState } from './use-incident-form.ts'

/** Serial number and location fill the form. */
export function FindPackage({ state, scanned }: { state: IncidentFormState; scanned?: ReportedLabel | undefined }) {
  const { locations, locationId, setPlace, fill, filled, incidentId, form, search: serial, setSearch: setSerial } = state
  const [message, setMessage] = useState<ReactNode>()
  const [several, setSeveral] = useState<{ serialNumber: string; label: ReportedLabel | undefined; candidates: SerialCandidate[] }>()
  const [unknown, setUnknown] = useState<{ serialNumber: string; gtin: string | null }>()
  const [pending, setPending] = useState(false)
  // Until it is answered: Enter and the pause after a scan ask for the same.
  const asked = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const find = async (text: string) => {
    const typed = text.trim()
    if (!typed || asked.current) return
    if (!looksScanned(typed)) return take({ serialNumber: typed })
    const scan = readSerialScan(typed)
    if (!scan.ok) {
      setSerial('')
      toast.attention(scan.message, { seconds: 10, ...(scan.detail ? { detail: scan.detail } : {}) })
      return
    }
    const { serialNumber, gtin } = scan.fields
    setSerial(serialNumber)
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
        setMessage('No package with this serial number is on record here. What its label says is in the form; write the rest by hand.')
        setUnknown({ serialNumber: wanted.serialNumber, gtin: wanted.gtin ?? null })
        if (!label) state.change({ serialNumber: wanted.serialNumber })
      }
    } catch (error) {
      const candidates = serialCandidates.safeParse(readErrorFacts(error).candidates)
      if (candidates.success) setSeveral({ serialNumber: wanted.serialNumber, label, candidates: candidates.data })
      else {
        setMessage(
          readErrorKey(error) ? writeSentence(error) : 'The server could not be reached. Try again, or write into the form by hand.',
        )
        // What the label says is known without a server, and may be all that there is.
        if (label) state.change(fieldsOfLabel(label))
      }
    }
    asked.current = false
    setPending(false)
  }
  // What was scanned before this page was opened is looked up once, as soon as it is known where.
  const isArrived = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!scanned || locationId === 0 || isArrived.current) return
    isArrived.current = true
    void take({ serialNumber: scanned.serialNumber, ...(scanned.gtin ? { gtin: scanned.gtin } : {}) }, scanned)
  }, [scanned, locationId])
  const { onKeyDown, take: takeField } = useScanField({ value: serial, onWrite: setSerial, onScan: (text) => void find(text) })
  useFormScanner({ state, field, onScan: (text) => void find(text) })
  return (
    <Section id="incident-find" title="Which package">
      <Group gap="sm" align="flex-end">
        <TextInput
          ref={field}
          label="Serial number"
          flex="1 1 200px"
          placeholder="Scan or type"
          styles={{ input: { fontFamily: 'var(--mono)' } }}
          autoComplete="off"
          spellCheck={false}
          value={serial}
          onChange={(event) => setSerial(event.currentTarget.value)}
          onKeyDown={(event) => {
            onKeyDown(event)
            if (event.key !== 'Enter') return
            event.preventDefault()
            takeField()
            void find(serial)
          }}
        />
        <NativeSelect
          label="Location"
          flex="0 1 200px"
          data={locations.map((place) => ({ value: String(place.id), label: place.name }))}
          value={String(locationId)}
          disabled={incidentId !== undefined}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        />
        <Button loading={pending} onClick={() => void find(serial)}>
          Fill the form
        </Button>
      </Group>
      <Stack gap="sm" mt="sm" role="status">
        {filled && (
          <Signed of={IconCheck} meaning="done">
            {`Found: ${filled.name}. ${formatAmount(filled.fields, 'field')} filled below.`}
          </Signed>
        )}
        {filled?.movedTo && (
          <Note meaning="attention" title={`It is at ${filled.movedTo}`}>
            The location above was set to it.
          </Note>
        )}
        {filled && filled.differs.length > 0 && (
          <Note meaning="stop" title="The label differs from the record">
            The label says {filled.differs.join('; ')}. The form has what the label says.
          </Note>
        )}
        {several && (
          <ChoosePackage
            candidates={several.candidates}
            onChoose={(medId) => void take({ serialNumber: several.serialNumber, medId }, several.label)}
          />
        )}
        {message && (
          <Note meaning="attention" title="Not found">
            {message}
          </Note>
        )}
      </Stack>
      <IncidentHolds locationId={locationId} form={form} unknown={unknown} />
    </Section>
  )
}
