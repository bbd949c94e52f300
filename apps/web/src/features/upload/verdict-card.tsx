import { Box, Divider, Group } from '@mantine/core'
import { type Icon, IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Meaning } from '../../ui/feedback/badge.tsx'
import { LongWork } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'

const icons: Record<Meaning, Icon> = { done: IconCircleCheck, attention: IconAlertTriangle, stop: IconAlertOctagon, info: IconInfoCircle }

export interface VerdictCardProps {
  /** Kind of verdict; omit for a neutral one. */
  meaning?: Meaning | undefined
  title: string
  /** The file and its sender, such as `northway-88221-01.xml, from Northway Wholesale`. */
  origin: string
  text?: ReactNode
  /** Actions. */
  actions?: ReactNode
  /** Shown below the verdict: figures and findings. */
  children?: ReactNode
}

/** A card that begins with the verdict on a file in large type. */
export function VerdictCard({ meaning, title, origin, text, actions, children }: VerdictCardProps) {
  const id = useId()
  return (
    <Card labelledBy={id}>
      <Group p="lg" align="flex-start">
        <Glyph of={icons[meaning ?? 'info']} size={28} color={meaning ? `var(--${meaning}-text)` : 'var(--ink-3)'} />
        <Box flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
          <Box component="h2" id={id} tabIndex={-1} fz="xl" lh="28px">
            {title}
          </Box>
          <Muted>{origin}</Muted>
          {text && <Box mt={4}>{text}</Box>}
        </Box>
        {actions}
      </Group>
      {children}
    </Card>
  )
}

/** One section of the verdict card, with a hairline above it. */
export function VerdictPart({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <>
      <Divider />
      <Box component={label ? 'section' : 'div'} aria-label={label} px="md" py="sm">
        {children}
      </Box>
    </>
  )
}

interface WorkCardProps extends ComponentProps<typeof LongWork> {
  /** What happens to the file, such as "Being sent". */
  label: string
  /** Button that cancels the transfer or stops the reading of the file. */
  action?: ReactNode
}

/** A file in transfer, with progress and remaining time. */
export function WorkCard({ label, action, ...work }: WorkCardProps) {
  return (
    <Card label={label}>
      <Group p="lg" mih={104}>
        <Box flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
          <LongWork {...work} />
        </Box>
        {action}
      </Group>
    </Card>
  )
}
