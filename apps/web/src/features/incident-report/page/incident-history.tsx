import { Box, Group, Stack } from '@mantine/core'
import { trpc } from '../../../api/trpc.ts'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { Muted } from '../../../ui/text/text.tsx'
import { Part } from '../form/part.tsx'
import { Waiting } from '../tracker/waiting.tsx'

/** Who did what about an incident, newest first, and what became of the mails. */
export function IncidentHistory({ incidentId }: { incidentId: number }) {
  const history = trpc.incidentReport.readManyHistory.useQuery({ incidentId })
  return (
    <Part id="incident-history" title="History">
      <Loaded query={history} subject="The history" meaning="What was reported is safe." waiting={<Waiting />}>
        {(entries) => (
          <Stack component="ol" gap="sm">
            {entries.map(({ at, by, what, detail }) => (
              <Group component="li" key={`${at} ${what} ${detail}`} gap="sm" align="flex-start" wrap="nowrap">
                <Box component="time" w={112} flex="none" c="var(--ink-2)" dateTime={at}>
                  {formatDateTime(at)}
                </Box>
                <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <b>{what}</b>
                  {detail && <p>{detail}</p>}
                  {by && (
                    <Muted>
                      {by.firstName} {by.lastName}
                    </Muted>
                  )}
                </Box>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </Part>
  )
}
