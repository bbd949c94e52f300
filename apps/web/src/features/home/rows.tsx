import { Box, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import css from './rows.module.css'

/** Rows of one card with hairlines between them. */
export function Rows({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Paper component="ul" className={css.rows} bg="var(--card)" withBorder aria-busy={busy}>
      {children}
    </Paper>
  )
}

/** A short row: subject, details, date. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <Group component="li" gap="4px 16px" px="md" py="sm">
      {children}
    </Group>
  )
}

/** Text cell that takes the width that the other cells of its row leave. */
export function RowWords({ children }: { children: ReactNode }) {
  return (
    <Box component="span" flex={1} miw={120}>
      {children}
    </Box>
  )
}

/** Text in a weaker color, for what matters less. */
export function MutedText({ children }: { children: ReactNode }) {
  return (
    <Box component="span" c="var(--ink-2)">
      {children}
    </Box>
  )
}

/** Placeholder row. It has no heading, because screen readers would announce an empty one. */
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
  /** Status. With `align` set to `flex-start` it is only as wide as its content, otherwise as wide as the column. */
  state: ReactNode
  align?: 'flex-start' | 'stretch'
  action: ReactNode
}

/** A row of pending work: subject, status and one button. */
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
