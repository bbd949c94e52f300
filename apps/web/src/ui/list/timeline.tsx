import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariable } from '../layout/css-variable.ts'
import { Muted } from '../text/text.tsx'
import css from './timeline.module.css'

export interface TimelineEntry {
  key: string | number
  time: string
  what: ReactNode
  detail?: ReactNode
  /** `hand` is a handover, drawn as a filled dot. */
  kind?: 'event' | 'hand' | 'done' | 'undo' | 'stop'
}

export interface Custody {
  key: string | number
  holder: ReactNode
  place?: ReactNode
  entries: readonly TimelineEntry[]
}

const nodes = {
  event: undefined,
  hand: cssVariable('--node', 'var(--action)'),
  done: cssVariable('--node', 'var(--done)'),
  undo: cssVariable('--node', 'var(--attention)'),
  stop: cssVariable('--node', 'var(--stop)'),
}

/**
 * Shows a history grouped by custodian, newest first. Mantine's Timeline is not used, because it is no list for screen readers and has neither times
 * beside the line nor groups.
 */
export function Timeline({ custodies }: { custodies: readonly Custody[] }) {
  return custodies.map((custody) => (
    <section className={css.custody} key={custody.key}>
      <Group justify="space-between" align="baseline" gap="0 12px" px="md" pt="sm">
        <Box component="h3" fz="lg">
          {custody.holder}
        </Box>
        {custody.place && <Muted>{custody.place}</Muted>}
      </Group>
      <Box component="ol" px="md" pt="xs" pb="sm">
        {custody.entries.map((entry) => (
          <li key={entry.key} className={css.entry}>
            <time>{entry.time}</time>
            <span className={css.node} style={nodes[entry.kind ?? 'event']} aria-hidden="true" />
            <div>
              <b>{entry.what}</b>
              {entry.detail && <Muted>{entry.detail}</Muted>}
            </div>
          </li>
        ))}
      </Box>
    </section>
  ))
}
