import { Box, Stack } from '@mantine/core'
import { FINDING_KINDS, writeFullName } from '@seriatim/schema'
import { writeDay } from '../../ui/field/date-text.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Divided } from '../../ui/layout/divided.tsx'
import { Nothing } from '../../ui/layout/nothing.tsx'
import { formatAmount, formatDateTime } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { FindingForm } from './finding-form.tsx'
import type { Investigation } from './investigation-state.tsx'

/** What was found, newest day last, and the place for the next finding. Findings are never changed. */
export function Findings({ investigation }: { investigation: Investigation }) {
  const { id, findings, outcome, mayWrite } = investigation
  const isOpen = outcome === null && mayWrite
  return (
    <Card title="Findings" aside={findings.length > 0 && formatAmount(findings.length, 'finding')}>
      {findings.length === 0 ? (
        <Nothing>No findings yet. Record each check with its date.</Nothing>
      ) : (
        <Divided>
          {findings.map(({ id: key, kind, foundOn, words, createdAt, createdBy }) => (
            <Box component="li" key={key}>
              <b>
                {writeDay(foundOn)}, {FINDING_KINDS[kind]}
              </b>
              <Box component="p" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {words}
              </Box>
              <Muted>
                Recorded {formatDateTime(createdAt)}
                {createdBy && ` by ${writeFullName(createdBy)}`}
              </Muted>
            </Box>
          ))}
        </Divided>
      )}
      {isOpen && (
        <Stack p="md" style={{ borderTop: 'var(--line) solid var(--hairline)' }}>
          <FindingForm investigationId={id} />
        </Stack>
      )}
    </Card>
  )
}
