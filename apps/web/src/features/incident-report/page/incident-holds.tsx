import { Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { groupCode } from '@seriatim/gs1'
import type { IncidentForm } from '@seriatim/schema'
import { Code } from '../../../ui/text/code.tsx'
import { PackageHold } from '../../hold/package-hold.tsx'

const TYPING_MS = 500
/**
 * Maximum number of packages that the form lists. Nobody is expected to quarantine more from one form; users can put other packages on hold on those
 * packages' own pages.
 */
const SHOWN = 20
const LONGEST = 200

interface IncidentHoldsProps {
  locationId: number
  form: Pick<IncidentForm, 'epcisSgtinId' | 'serialNumber'>
  /** A package that the pharmacy has but that is not on file. */
  unknown?: { serialNumber: string; gtin: string | null } | undefined
  /** Whether to offer to release or dispose of held product. */
  settle?: boolean
}

/** Shows for each package of a report whether it is on hold, with a button to put it on hold. */
export function IncidentHolds({ locationId, form, unknown, settle = false }: IncidentHoldsProps) {
  const [text] = useDebouncedValue(form.serialNumber, TYPING_MS)
  const written = text.split(/[,;]?\s+/).filter((serial) => serial !== '' && serial.length <= LONGEST && serial !== unknown?.serialNumber)
  const serials = [...new Set(written)].slice(0, SHOWN)
  const { epcisSgtinId: medId } = form
  const isOne = medId !== null && serials.length <= 1
  if (locationId === 0 || (!isOne && !unknown && serials.length === 0)) return null
  return (
    <Stack component="ul" gap="xs" mt="sm">
      {unknown && <Package key={unknown.serialNumber} serial={unknown.serialNumber} target={{ locationId, ...unknown }} settle={settle} />}
      {isOne ? (
        <Package serial={serials[0] ?? ''} target={{ medId }} settle={settle} />
      ) : (
        serials.map((serial) => (
          <Package key={serial} serial={serial} target={{ locationId, gtin: null, serialNumber: serial }} settle={settle} />
        ))
      )}
    </Stack>
  )
}

interface PackageProps {
  serial: string
  target: Parameters<typeof PackageHold>[0]['target']
  settle: boolean
}

function Package({ serial, target, settle }: PackageProps) {
  return (
    <Group component="li" gap="sm">
      <span>{serial ? <>Serial {<Code groups={groupCode('serial', serial)} />}</> : 'This package'}</span>
      <PackageHold target={target} name={serial ? `Serial ${serial}` : 'This package'} settle={settle} />
    </Group>
  )
}
