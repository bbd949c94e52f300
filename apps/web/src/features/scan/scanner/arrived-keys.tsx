import { Box, Group, Stack, Text } from '@mantine/core'
import { decode } from '@seriatim/gs1'
import { IconLineScan } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatLongDate } from '../../../ui/text/format.ts'
import { Muted } from '../../../ui/text/text.tsx'
import { diagnose } from './diagnose.ts'
import { findTerminator, joinKeys, measureGaps, measurePace, type Take } from './scan-log.ts'
import css from './scanner.module.css'
import { getTiming } from './scanner-settings.ts'

/** Shows the keys of a scan as they arrive and, once the scan is complete, what they mean. */
export function ArrivedKeys({ take, isWhole }: { take: Take; isWhole: boolean }) {
  return (
    <Card title="Test my scanner">
      <Box px="md" pt="xs" pb="lg">
        {take.length === 0 ? (
          <Group wrap="nowrap" mih={160} px="md">
            <IconLineScan size={48} stroke={1.5} color="var(--ink-3)" style={{ flex: 'none' }} aria-hidden="true" />
            <div>
              <Text fz="lg" fw={600} lh={1.3}>
                Scan the test code, or any package.
              </Text>
              <Muted>You do not need to click anything. Each key your scanner sends is shown here.</Muted>
            </div>
          </Group>
        ) : (
          <>
            <Text component="h3" id="scanner-keys" fz="xs" fw={500} c="var(--ink-2)" mb="xs">
              Keys received
            </Text>
            <Group component="ol" gap={4} aria-labelledby="scanner-keys">
              {take.map((key, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keys repeat and never move
                <li key={place} className={css.key} data-control={key.isControl || undefined}>
                  {key.label}
                </li>
              ))}
            </Group>
          </>
        )}
        <div role="status">
          {isWhole && (
            <Stack gap="sm" mt="lg">
              <Verdict take={take} />
            </Stack>
          )}
        </div>
      </Box>
    </Card>
  )
}

function Verdict({ take }: { take: Take }) {
  const faults = useMemo(() => diagnose(take, getTiming()), [take])
  const decoded = decode(joinKeys(take), { lenient: true })
  const end = take.find((key) => key.end)?.label
  const gaps = measureGaps(take)
  return (
    <>
      {faults.length === 0 && (
        <Note meaning="done" title="Your scanner is set up correctly.">
          Everything arrived correctly.
        </Note>
      )}
      {faults.map(({ kind, says, cure }) => (
        <Note key={kind} meaning="attention" title={says}>
          {cure}
        </Note>
      ))}
      <Facts
        facts={[
          ...(decoded.ok
            ? decoded.value.elements.map(({ ai, title, value, date }) => ({
                label: `(${ai}) ${title}`,
                value: <Code groups={[value]} />,
                sub: date ? formatLongDate(date) : undefined,
              }))
            : [{ label: 'Contents', value: 'Plain text, no GS1 barcode', sub: `${decoded.error.message}.` }]),
          { label: 'Ends with', value: findTerminator(take) === 'none' ? 'Nothing' : end },
          { label: 'Pace', value: gaps.length === 0 ? '–' : `one character in ${measurePace(take)} ms` },
        ]}
      />
    </>
  )
}
