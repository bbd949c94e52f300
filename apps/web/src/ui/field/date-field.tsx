import { CloseButton, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Glyph } from '../text/glyph.tsx'
import { areDays, isDay, readDate, readDates, writeDay, writeDays } from './date-text.ts'

interface DateFieldProps {
  id?: string | undefined
  label: string
  /** `YYYY-MM-DD`, empty, or typed text that is not a date (yet); see `isUnread`. */
  value: string
  onChange: (value: string) => void
  /** The form's own error about the field. Hidden while the field itself reports that its text is not a date or that the date is too early. */
  error?: string | undefined
  className?: string | undefined
  name?: string | undefined
  placeholder?: string | undefined
  required?: boolean | undefined
  /** Also accepts a month, meaning its last day. */
  expiry?: boolean | undefined
  /** Accepts several dates separated by commas: `YYYY-MM-DD, YYYY-MM-DD`. */
  several?: boolean | undefined
  /** Called with the field's value when the field has checked the typed text, whether or not it is a date, and when the user picks a day. */
  onLeave?: ((value: string) => void) | undefined
  description?: string | undefined
  /** Earliest allowed day as `YYYY-MM-DD`; any other value sets no limit. */
  notBefore?: string | undefined
}

/** Whether the field contains a text that is not a date, so the form must not be sent. */
export const isUnread = (value: string) => value !== '' && !areDays(value)

/**
 * Focuses the form's first date field whose text is not a date, or is a date earlier than the field allows. Returns true if there is one; the form
 * must then not be sent.
 */
export function stopAtUnread(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLInputElement>('input[data-unread]')
  field?.focus()
  return field != null
}

/**
 * A field for a calendar date, which the user types or picks. Typed text is parsed on Enter or when the field loses focus. Text that is not a date is
 * rejected with a message and never changed to a similar date. The button or Alt+Down opens the calendar.
 */
export function DateField(props: DateFieldProps) {
  const { label, className, placeholder = 'Any' } = props
  const [opened, setOpened] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ownId = useId()
  const id = props.id ?? ownId
  const { isRead, isEarly, shown, sentence, hint, type, leave, blur, pick } = useDateText(props)

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') leave(event.currentTarget.value)
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      leave(event.currentTarget.value)
      setOpened(true)
    }
  }
  const onPick = (day: string) => {
    setOpened(false)
    pick(day)
    input.current?.focus()
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={sentence ? 'top-start' : 'bottom-start'}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          ref={input}
          id={id}
          label={label}
          name={props.name}
          className={className}
          value={shown}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          required={props.required ?? false}
          withAsterisk={false}
          error={sentence}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-unread={!isRead || isEarly || undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={(event) => blur(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          rightSectionWidth={30}
          rightSection={<CalendarButton fieldId={id} opened={opened} onClick={() => setOpened(!opened)} />}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Calendar: ${label}`}>
        <Calendar days={isRead ? props.value : ''} onPick={onPick} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** State of a date field: the message below it, and the text in it, both while the user types and after the input was parsed. */
function useDateText({ value, onChange, onLeave, error, description, notBefore = '', expiry = false, several = false }: DateFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const [month, setMonth] = useState<{ typed: string; day: string }>()
  const read = (text: string) => {
    const rules = { expiry, currentYear: new Date().getFullYear() }
    if (several) return readDates(text, rules)
    const date = readDate(text, rules)
    return date.ok ? { ...date, days: date.day } : date
  }
  const leave = (text: string) => {
    setTyping(false)
    const dates = text.trim() === '' ? { ok: true as const, days: '', isMonth: false } : read(text)
    const taken = dates.ok ? dates.days : text
    if (dates.ok && text !== taken) setMonth(dates.isMonth ? { typed: text, day: taken } : undefined)
    if (taken !== value) onChange(taken)
    onLeave?.(taken)
  }
  const isRead = value === '' || areDays(value)
  const asMonth = isRead && month?.day === value ? month : undefined
  const refused = isRead || isTyping ? undefined : read(value)
  const isEarly = isDay(value) && isDay(notBefore) && value < notBefore
  return {
    isRead,
    isEarly,
    shown: isTyping || !isRead ? value : (asMonth?.typed ?? (value && writeDays(value))),
    sentence: refused && !refused.ok ? refused.sentence : isEarly && !isTyping ? `Enter a date on or after ${writeDay(notBefore)}.` : error,
    hint: asMonth ? `Treated as ${writeDays(asMonth.day)}, the last day of the month` : description,
    type: (text: string) => {
      setTyping(true)
      onChange(text)
    },
    leave,
    blur: (text: string) => {
      if (isTyping) leave(text)
    },
    pick: (day: string) => {
      setTyping(false)
      setMonth(undefined)
      onChange(day)
      onLeave?.(day)
    },
  }
}

const CalendarButton = ({ fieldId, opened, onClick }: { fieldId: string; opened: boolean; onClick: () => void }) => (
  <CloseButton
    size={26}
    icon={<Glyph of={IconCalendar} size={16} />}
    aria-label="Calendar"
    aria-describedby={`${fieldId}-label`}
    aria-haspopup="dialog"
    aria-expanded={opened}
    onClick={onClick}
  />
)

/** If `days` has several dates, the calendar opens at the first and highlights none. */
const Calendar = ({ days, onPick }: { days: string; onPick: (day: string) => void }) => (
  <DatePicker
    value={days.includes(',') ? null : days || null}
    {...(days ? { defaultDate: days.slice(0, 10) } : {})}
    onChange={(day) => onPick(day ?? '')}
    firstDayOfWeek={0}
    weekendDays={[]}
    hideOutsideDates
    ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
  />
)
