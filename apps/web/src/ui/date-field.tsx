import { DateInput } from '@mantine/dates'

interface DateFieldProps {
  id?: string
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string
  className?: string
  name?: string
  placeholder?: string
  required?: boolean
}

/** A calendar date as MM/DD/YYYY, typed or picked; weeks begin on Sunday. */
export function DateField({ id, label, value, onChange, error, className, name, placeholder = 'Any', required }: DateFieldProps) {
  return (
    <DateInput
      label={label}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      valueFormat="MM/DD/YYYY"
      placeholder={placeholder}
      {...(id ? { id } : {})}
      {...(name ? { name } : {})}
      // The calendar opens with the focus and would cover the message below.
      {...(error ? { popoverProps: { position: 'top-start' as const } } : {})}
      firstDayOfWeek={0}
      previousLabel="Previous month"
      nextLabel="Next month"
      weekendDays={[]}
      hideOutsideDates
      clearable={false}
      required={required ?? false}
      error={error}
      classNames={{ root: ['field', className].filter(Boolean).join(' '), label: 'field-label', input: 'input', error: 'error' }}
    />
  )
}
