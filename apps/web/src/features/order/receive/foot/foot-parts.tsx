import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { PANEL_PADDING, scaleLength } from '../../../scan/result/scale-length.ts'
import type { ReceiveMachine } from '../machine/receive-machine.ts'
import type { WordFacts } from '../panel/line-names.ts'
import css from '../panel/result.module.css'
import type { ScanResult, ScanResultOf } from '../receive-types.ts'

/** Props of a component that renders the foot (bottom row) of the result panel for one kind of scan result. */
export interface FootProps<Kind extends ScanResult['kind']> {
  known: WordFacts
  result: ScanResultOf<Kind>
  machine: ReceiveMachine
  /** Called when the user asks to put a line of the order on hold. */
  onHold: (line: number) => void
}

/** Bottom row of the panel: a few words and the buttons. */
export function Foot({ said, children }: { said: ReactNode; children?: ReactNode }) {
  return (
    <Group
      className={css.foot}
      justify="space-between"
      gap="4px 16px"
      mih={scaleLength(3.8, 2.75)}
      py={scaleLength(0.75, 0.25)}
      pl={PANEL_PADDING}
      pr="md"
      fz={scaleLength(1, 0.875)}
    >
      <span>{said}</span>
      {children && (
        <Group gap="xs" data-actions>
          {children}
        </Group>
      )}
    </Group>
  )
}

export const toOrders = (
  <Button component={Link} href="/orders" variant="filled">
    Go to My Orders
  </Button>
)

export const undoIcon = <Glyph of={IconArrowBackUp} size={16} />

/** Sets the package aside: it is not received, bulk receipts skip it, and the panel is free for the next scan. */
export function SetAside({ machine, result }: { machine: ReceiveMachine; result: ScanResult }) {
  return <Button onClick={() => machine.setAside(result)}>Set aside</Button>
}

/** A button that clears the panel for the next scan. */
export function Leave({ machine, children }: { machine: ReceiveMachine; children: string }) {
  return <Button onClick={machine.rest}>{children}</Button>
}

interface HoldLineProps {
  line: number
  onHold: (line: number) => void
  /** Whether holding is the recommended action. */
  isAdvised?: boolean
  label?: string
}

export function HoldLineButton({ line, onHold, isAdvised = false, label = 'Put on hold…' }: HoldLineProps) {
  return (
    <Button variant={isAdvised ? 'default' : 'subtle'} leftSection={<Glyph of={IconHandStop} size={16} />} onClick={() => onHold(line)}>
      {label}
    </Button>
  )
}
