import { Switch as MantineSwitch } from '@mantine/core'
import type { ReactNode } from 'react'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** An on/off switch that takes effect immediately. */
export const Switch = ({ checked, onChange, children }: SwitchProps) => (
  <MantineSwitch
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
    label={children}
    withThumbIndicator={false}
  />
)
