import { Box, Group } from '@mantine/core'
import { NOTIFY_TEXT } from '@seriatim/schema/legal-rules'
import type { CSSProperties } from 'react'
import { ClockChip, useNow } from '../../../ui/feedback/clock-chip.tsx'
import { Bar } from '../../../ui/feedback/progress-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { formatLongDateTime } from '../../../ui/text/format.ts'
import { SubText } from '../../../ui/text/text.tsx'
import type { IncidentFormState } from '../form/machine/use-incident-form.ts'

/** Neutral color, because elapsed time is neither good nor bad. */
const TRACK = { '--bar-color': 'var(--ink-2)' } as CSSProperties // React's type lacks custom properties

/** Shows how much of the legal 24 hours has passed. */
export function IncidentDue({ state: { due, form } }: { state: IncidentFormState }) {
  const now = useNow()
  if (form.reportType !== 'INITIAL') return null
  if (!due)
    return (
      <Box mb="lg" maw={1400}>
        <Note meaning="info" title={`The ${NOTIFY_TEXT} have not started`}>
          They run from the date and time at which you determine that the product is illegitimate. Enter both below (Report, item 4).
        </Note>
      </Box>
    )
  const [from, to] = [Date.parse(due.from), Date.parse(due.to)]
  return (
    <Box mb="lg" maw={1400}>
      <Card>
        <Group gap="8px 16px" px="md" py="sm">
          <ClockChip due={due.to} />
          <Box component="p" flex="1 1 280px">
            Report this product by <b>{formatLongDateTime(due.to)}</b>, {NOTIFY_TEXT} after it was determined to be illegitimate.
          </Box>
          <Box flex="0 1 352px" style={TRACK}>
            <Bar done={Math.max(0, Math.min(now - from, to - from - 1))} total={to - from} />
            <Group gap="xs" justify="space-between" mt={4}>
              <SubText>Determined {formatLongDateTime(due.from)}</SubText>
              <SubText>Due {formatLongDateTime(due.to)}</SubText>
            </Group>
            {due.zone && <SubText>Date and time were entered in the zone {due.zone}.</SubText>}
          </Box>
        </Group>
      </Card>
    </Box>
  )
}
