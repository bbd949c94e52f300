import { IconMinus, IconPlus } from '@tabler/icons-react'
import { Glyph } from '../../ui/glyph.tsx'
import css from './stepper.module.css'

interface StepperProps {
  /** What is counted: "Basic". */
  label: string
  value: number
  onChange: (value: number) => void
}

const LEAST = 1
const MOST = 1000

/** A quantity of one or more (BILL-016). */
export function Stepper({ label, value, onChange }: StepperProps) {
  return (
    <fieldset className={css.stepper} aria-label={`Quantity of ${label}`}>
      <button type="button" aria-label={`One ${label} less`} disabled={value <= LEAST} onClick={() => onChange(value - 1)}>
        <Glyph of={IconMinus} size={16} />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={`One ${label} more`} disabled={value >= MOST} onClick={() => onChange(value + 1)}>
        <Glyph of={IconPlus} size={16} />
      </button>
    </fieldset>
  )
}
