import type { ReactNode } from 'react'
import css from './switch.module.css'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** On or off, at once. A checkbox of the browser with our look; Mantine's would bring a stylesheet for the same. */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        className={css.input}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  )
}
