import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../panel/cockpit.module.css'

interface SideProps {
  /** Grid area. */
  area: 'products' | 'count'
  label: string
  children: ReactNode
}

/** One of the two cards next to the result. Its height doesn't depend on its contents. */
export function SideCard({ area, label, children }: SideProps) {
  return (
    <Paper component="section" className={css.side} bg="var(--card)" style={{ gridArea: area }} aria-label={label}>
      {children}
    </Paper>
  )
}

export function SideCardHead({ children }: { children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" mih={44} px="md" py="xs">
      {children}
    </Group>
  )
}
