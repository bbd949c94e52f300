import { Box, Divider, Group, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  /** A card without a title gets its accessible name from `label`, or from the element with the id `labelledBy`. */
  label?: string | undefined
  labelledBy?: string | undefined
  /** Shown right of the title. */
  aside?: ReactNode
  foot?: ReactNode
  className?: string | undefined
  busy?: boolean | undefined
  children: ReactNode
}

/** A white card with a hairline border and no shadow. Never nest cards. */
export function Card({ title, label, labelledBy, aside, foot, className, busy, children }: CardProps) {
  return (
    <Paper
      component="section"
      bg="var(--card)"
      withBorder
      className={className ?? ''}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-busy={busy}
    >
      {(title || aside) && (
        <Group justify="space-between" gap="sm" mih={48} px="md" py="xs">
          {title && <h2>{title}</h2>}
          {aside && (
            <Box component="span" c="var(--ink-2)">
              {aside}
            </Box>
          )}
        </Group>
      )}
      {children}
      {foot && (
        <>
          <Divider />
          <Group justify="space-between" gap="sm" mih={44} px="md" py="xs" c="var(--ink-2)">
            {foot}
          </Group>
        </>
      )}
    </Paper>
  )
}

/** Padded content of a card. */
export function CardBody({ children }: { children: ReactNode }) {
  return (
    <Stack gap="md" px="md" pt="xs" pb="lg">
      {children}
    </Stack>
  )
}
