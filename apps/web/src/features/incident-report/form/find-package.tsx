import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { SerialCandidate } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Note } from '../../../ui/layout/note.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import type { ReportedLabel } from '../../scan/report-link.ts'
import { useScanField } from '../../scan/use-scan-field.ts'
import { IncidentHolds } from '../page/incident-holds.tsx'
import { IncidentFormSection } from './form-section.tsx'
import { useFormScanner } from './machine/use-form-scanner.ts'
import type { IncidentFormState } from './machine/use-incident-form.ts'
import { useFindPackage } from './use-find-package.ts'

/** Finds a package by serial number and location and fills in the form. */
export function FindPackage({ state, scanned }: { state: IncidentFormState; scanned?: ReportedLabel | undefined }) {
  const { locations, locationId, setPlace, incidentId, form, search: serial, setSearch: setSerial } = state
  const finding = useFindPackage(state, scanned)
  const { find, pending, unknown } = finding
  const field = useRef<HTMLInputElement>(null)
  const { onKeyDown, take: takeField } = useScanField({ value: serial, onWrite: setSerial, onScan: find })
  useFormScanner({ state, field, onScan: find })
  return (
    <IncidentFormSection id="incident-find" title="Find the package">
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
            find(serial)
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
        <Button loading={pending} onClick={() => find(serial)}>
          Fill in the form
        </Button>
      </Group>
      <Answer filled={state.filled} finding={finding} />
      <IncidentHolds locationId={locationId} form={form} unknown={unknown} />
    </IncidentFormSection>
  )
}

interface AnswerProps {
  filled: IncidentFormState['filled']
  finding: ReturnType<typeof useFindPackage>
}

/** Result of the search, or why nothing was found. */
function Answer({ filled, finding: { candidates, choose, message } }: AnswerProps) {
  return (
    <Stack gap="sm" mt="sm" role="status">
      {filled && (
        <IconText of={IconCheck} meaning="done">
          {`Found: ${filled.name}. ${formatAmount(filled.fields, 'field')} filled below.`}
        </IconText>
      )}
      {filled?.movedTo && (
        <Note meaning="attention" title={`The package is at ${filled.movedTo}`}>
          We changed the location above to match.
        </Note>
      )}
      {filled && filled.differs.length > 0 && (
        <Note meaning="stop" title="The label differs from the record">
          The label says {filled.differs.join('; ')}. The form uses the values from the label.
        </Note>
      )}
      {candidates && <ChoosePackage candidates={candidates} onChoose={choose} />}
      {message && (
        <Note meaning="attention" title="Not found">
          {message}
        </Note>
      )}
    </Stack>
  )
}

interface ChoosePackageProps {
  candidates: readonly SerialCandidate[]
  onChoose: (medId: number) => void
}

/** Lists the packages of different products that share the serial number, so that the user can choose one. */
function ChoosePackage({ candidates, onChoose }: ChoosePackageProps) {
  const list = useRef<HTMLDivElement>(null)
  // Whenever the list of packages changes, its first button gets the focus.
  useEffect(() => {
    if (candidates.length > 0) list.current?.querySelector('button')?.focus()
  }, [candidates])
  return (
    <>
      <Note meaning="attention" title="Several products have this serial number">
        Choose the one you are reporting.
      </Note>
      <Stack component="ul" ref={list} gap="xs" mt="sm" align="flex-start">
        {candidates.map(({ medId, medName, gtin, lotNumber, locationName }) => (
          <li key={medId}>
            <Button
              variant="default"
              h="auto"
              py="xs"
              styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }}
              onClick={() => onChoose(medId)}
            >
              {medName ?? 'Product not named'}, GTIN {gtin ?? 'not known'}, lot {lotNumber ?? 'not known'}, {locationName}
            </Button>
          </li>
        ))}
      </Stack>
    </>
  )
}
