import { Box, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import css from './rows.module.css'

/** Lines of one card, a hairline between two. */
export function Rows({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Paper component="ul" className={css.rows} bg="var(--card)" withBorder aria-busy={busy}>
      {children}
    </Paper>
  )
}

/** A short line: what it is, what about it, since when. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <Group component="li" gap="4px 16px" px="md" py="sm">
      {children}
    </Group>
  )
}

/** What takes the room that the line has left. */
export function RowWords({ children }: { children: ReactNode }) {
  return (
    <Box component="span" flex={1} miw={120}>
      {children}
    </Box>
  )
}

/** What stands back. */
export function MutedText({ children }: { children: ReactNode }) {
  return (
    <Box component="span" c="var(--ink-2)">
      {children}
    </Box>
  )
}

/** The place of such a line while it comes: no heading yet, for an empty one is read out as one. */
export function WaitingJobRow({ width }: { width: number }) {
  return (
    <li className={css.job}>
      <Skeleton width={width} />
      <Skeleton />
      <Skeleton height={28} />
    </li>
  )
}

interface JobRowProps {
  title: ReactNode
  under: ReactNode
  /** How far it is. `start`: as wide as it is, not as the column. */
  state: ReactNode
  align?: 'flex-start' | 'stretch'
  action: ReactNode
}

/** A line that is worked on: what it is, how far it is, and the one button. */
export function JobRow({ title, under, state, align = 'stretch', action }: JobRowProps) {
  return (
    <li className={css.job}>
      <div>
        <h3>{title}</h3>
        <Box c="var(--ink-2)">{under}</Box>
      </div>
      <Stack className={css.state} gap={4} align={align}>
        {state}
      </Stack>
      <div className={css.action}>{action}</div>
    </li>
  )
}
