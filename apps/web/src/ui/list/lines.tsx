import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type RowAction, RowMenu } from '../table/row-menu.tsx'
import { SubText } from '../text/text.tsx'
import css from './lines.module.css'

export interface Line {
  key: string | number
  /** Label for the menu button, such as "address 1180 Dock Street". */
  name: string
  content: ReactNode
  /** Smaller text below `content`. */
  sub?: ReactNode
  /** Shown at the right end. */
  end?: ReactNode
  actions?: readonly RowAction[] | undefined
}

interface LinesProps {
  lines: readonly Line[]
  /** Accessible name if no heading names the list. */
  label?: string | undefined
}

/** Rows of a card, each with its own menu. */
export function Lines({ lines, label }: LinesProps) {
  return (
    <ul className={css.lines} aria-label={label}>
      {lines.map(({ key, name, content, sub, end, actions }) => (
        <Group key={key} component="li" gap="sm" wrap="nowrap" mih={52} py="xs" pl="md" pr="xs">
          <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {content}
            {sub && <SubText>{sub}</SubText>}
          </Box>
          {end && (
            <Box flex="none" pr="xs" ta="right" c="var(--ink-2)">
              {end}
            </Box>
          )}
          {actions && actions.length > 0 && <RowMenu label={name} actions={actions} />}
        </Group>
      ))}
    </ul>
  )
}
