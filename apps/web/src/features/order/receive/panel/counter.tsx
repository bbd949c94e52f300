import { Box, Group, Stack, Text } from '@mantine/core'
import { STOP_TITLES } from '@seriatim/schema'
import { Code } from '../../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatMinute } from '../../../../ui/text/format.ts'
import { Muted } from '../../../../ui/text/text.tsx'
import { SmallShape } from '../../../scan/result/result-shape.tsx'
import { takeLastCharacters } from '../line/product-name.ts'
import { SideCard, SideCardHead } from '../list/side-card.tsx'
import type { LogEntry } from '../receive-types.ts'
import { minutesLeft } from '../scan-result.ts'
import css from './cockpit.module.css'
import type { WordFacts } from './line-names.ts'
import { describeResult } from './result-words.ts'

/** Longest estimate shown of the time left for the order, in minutes; a longer one would not be useful. */
const LONGEST = 12 * 60

interface CounterProps {
  known: WordFacts
  log: readonly LogEntry[]
  events: readonly { at: number; meds: number }[]
}

/** Font size of the count, chosen by its number of characters so that it fits the space; smaller in a small window. */
const countSize = (digits: number) => `clamp(3rem, 7.8vw, ${digits < 5 ? 7 : digits < 7 ? 4.5 : 3.5}rem)`

/** Progress of the order in large type, and the last ten scans. */
export function Counter({ known, log, events }: CounterProps) {
  const { received, total } = known.index.order
  const left = total - received
  const minutes = left > 0 ? minutesLeft(events, left) : undefined
  return (
    <SideCard area="count" label="Running count and last scans">
      <Group justify="space-between" gap="0 16px" p="md" pt="sm">
        <Text component="h2" w="100%" fz="sm" fw={500} c="var(--ink-2)" visibleFrom="sm">
          Received
        </Text>
        <Group component="p" align="baseline" gap="0 10px" flex="1 1 auto" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Text span fz={countSize(formatCount(received).length)} fw={600} lh={0.95} lts="-0.05em" ml="-0.05em">
            {formatCount(received)}
          </Text>
          <Text span fz="clamp(1.25rem, 2.3vw, 2rem)" fw={500} lh={1.2} lts="-0.02em" c="var(--ink-2)">
            of {formatCount(total)}
          </Text>
        </Group>
        <Group component="p" justify="space-between" gap="0 8px" flex="1 1 160px" fz="clamp(0.875rem, 2vw, 1rem)" mt={4}>
          <b>{left === 0 ? 'Nothing left' : `${formatCount(left)} left`}</b>
          {minutes !== undefined && minutes <= LONGEST && (
            <Text span inherit c="var(--ink-2)">
              {paceWords(minutes)}
            </Text>
          )}
        </Group>
      </Group>
      <Stack gap={0} flex={1} mih={0} className={css.last}>
        <SideCardHead>
          <h2 id="receive-last">Last ten scans</h2>
        </SideCardHead>
        {log.length === 0 ? (
          <Box px="md" pb="md">
            <Muted>Each scan is listed here, newest first.</Muted>
          </Box>
        ) : (
          <Scans known={known} log={log} />
        )}
      </Stack>
    </SideCard>
  )
}

function paceWords(minutes: number): string {
  if (minutes < 90) return `about ${minutes} min`
  return `about ${formatAmount(Math.round(minutes / 60), 'hour')}`
}

function Scans({ known, log }: { known: WordFacts; log: readonly LogEntry[] }) {
  return (
    <Stack component="ol" gap={0} px="md" pb={4} aria-labelledby="receive-last">
      {log.map((entry) => {
        if ('heard' in entry) {
          const { id, at, words, tail, undone, stop } = entry.heard
          if (stop)
            return (
              <Scan
                key={id}
                tone="stop"
                shape="octagon"
                title={`Not received: ${STOP_TITLES[stop]}`}
                what={words}
                tail={tail}
                at={at}
                quiet
              />
            )
          return (
            <Scan
              key={id}
              tone={undone ? 'info' : 'done'}
              shape={undone ? 'back' : 'disc'}
              title={undone ? 'Undone' : 'Received'}
              what={words}
              tail={tail}
              at={at}
              quiet
            />
          )
        }
        const { result } = entry
        const { shape, tone, title, short } = describeResult(known, result)
        const one =
          'line' in result && result.line >= 0 && !(result.kind === 'received' && result.of !== 'med')
            ? takeLastCharacters(known.index.keys[result.line] ?? '')
            : ''
        const read = result.kind === 'missing' && result.reading.kind === 'unit' ? takeLastCharacters(result.reading.serialNumber) : ''
        const what = result.kind === 'received' && result.of !== 'med' ? `${formatCount(result.amount)}: ${short}` : short
        return <Scan key={result.id} tone={tone} shape={shape} title={title} what={what} tail={one || read} at={result.at} />
      })}
    </Stack>
  )
}

interface ScanProps {
  tone: string
  shape: Parameters<typeof SmallShape>[0]['shape']
  title: string
  what: string
  tail: string
  at: string
  /** Whether the entry is shown in gray because it was made on another device. */
  quiet?: boolean
}

function Scan({ tone, shape, title, what, tail, at, quiet }: ScanProps) {
  const color = quiet ? 'var(--ink-2)' : undefined
  return (
    <li data-quiet={quiet || undefined}>
      <Box component="span" c={`var(--${tone}-text)`} role="img" aria-label={title}>
        <SmallShape shape={shape} />
      </Box>
      {tail ? (
        <>
          <Text span inherit truncate title={what} style={{ color }}>
            {what}
          </Text>
          <Code groups={[tail]} />
        </>
      ) : (
        <Text span inherit lineClamp={2} lh="18px" title={what} style={{ gridColumn: '2 / 4', color }}>
          {what}
        </Text>
      )}
      <Text component="time" dateTime={at} fz="xs" ta="right" c="var(--ink-3)">
        {formatMinute(at)}
      </Text>
    </li>
  )
}
