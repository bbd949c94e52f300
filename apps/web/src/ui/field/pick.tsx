import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './pick.module.css'

/** A row of toggle buttons, named by `label`. */
export function Picks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {children}
    </Group>
  )
}

interface PickProps {
  pressed: boolean
  /** The button's accessible name. Pass it if the button performs an action; omit it for a toggle. */
  label?: string
  onClick: () => void
  children: ReactNode
}

/** A toggle button; Mantine's Chip would add a stylesheet. */
export function Pick({ pressed, label, onClick, children }: PickProps) {
  return (
    <button
      type="button"
      className={css.pick}
      aria-label={label}
      aria-pressed={label ? undefined : pressed}
      data-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

interface PickOneProps<Value extends string> {
  legend: string
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one among a few named options. */
export function PickOne<Value extends string>({ legend, options, value, onChange }: PickOneProps<Value>) {
  return (
    <fieldset className={css.one}>
      <Text component="legend" size="xs" fw={500} mb={4}>
        {legend}
      </Text>
      {options.map((option) => (
        <label key={option} className={css.pick}>
          <input type="radio" name={legend} value={option} checked={value === option} onChange={() => onChange(option)} />
          {option}
        </label>
      ))}
    </fieldset>
  )
}
