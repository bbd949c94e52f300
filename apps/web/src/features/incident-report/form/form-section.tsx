import { Box, Divider, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { IncidentForm } from '@seriatim/schema'
import type { ReactNode } from 'react'
import { DateField } from '../../../ui/field/date-field.tsx'
import { DesktopOnly } from '../../../ui/layout/phone-only.tsx'
import css from '../incident.module.css'
import { makeGridSpan } from './machine/grid-span.ts'
import { type FormItem, type FormSection, makeChoices } from './machine/incident-items.ts'
import { MailField } from './mail-field.tsx'

export const fieldId = (field: string) => `incident-field-${field}`

/** Scrolls a field into view, clear of the bottom bar, and focuses it. */
export function goToField(field: string): void {
  const input = document.getElementById(fieldId(field))
  input?.focus({ preventScroll: true })
  input?.scrollIntoView({ block: 'center' })
}

interface SectionProps {
  n?: number
  id: string
  title: string
  children: ReactNode
}

export function IncidentFormSection({ n, id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      {n && <Divider color="var(--hairline)" />}
      <Group gap={0} p="20px 16px 24px" align="flex-start" wrap="nowrap">
        <DesktopOnly>
          <Text w={32} fz="lg" fw={600} c="var(--ink-3)" aria-hidden="true">
            {n}
          </Text>
        </DesktopOnly>
        <Box flex={1} miw={0}>
          <Box component="h2" id={id} mb="sm">
            {title}
          </Box>
          {children}
        </Box>
      </Group>
    </section>
  )
}

interface FieldsProps {
  section: FormSection
  form: IncidentForm
  onChange: (change: Partial<IncidentForm>) => void
  /** The field that the server rejected, with its message. */
  problem: { field: string; sentence: string } | undefined
}

export function Fields({ section, form, onChange, problem }: FieldsProps) {
  return (
    <div className={css.grid}>
      {section.items.map((item) => (
        <div key={item.field} style={makeGridSpan(item.width)} data-half={item.half}>
          <Field item={item} form={form} onChange={onChange} error={problem?.field === item.field ? problem.sentence : undefined} />
        </div>
      ))}
    </div>
  )
}

interface FieldProps {
  item: FormItem
  form: IncidentForm
  onChange: (change: Partial<IncidentForm>) => void
  error: string | undefined
}

function Field({ item: { field, label, kind, hint }, form, onChange, error }: FieldProps) {
  const value = String(form[field] ?? '')
  const set = (next: string) => onChange({ [field]: next })
  const isShut = field === 'incidentNumber' && form.reportType === 'INITIAL'
  const id = fieldId(field)
  if (kind === 'day' || kind === 'expiry')
    return (
      <DateField
        id={id}
        label={label}
        value={value}
        onChange={set}
        placeholder="MM/DD/YYYY"
        expiry={kind === 'expiry'}
        several={kind === 'expiry'}
        error={error}
      />
    )
  if (kind === 'choice')
    return (
      <NativeSelect
        id={id}
        label={label}
        data={[...(field === 'classification' ? [{ value: '', label: 'Choose one' }] : []), ...makeChoices(field)]}
        value={value}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  const TheInput = kind === 'mail' ? MailField : TextInput
  return (
    <TheInput
      id={id}
      label={label}
      value={value}
      disabled={isShut}
      type={kind === 'time' ? 'time' : undefined}
      styles={kind === 'code' ? { input: { fontFamily: 'var(--mono)' } } : {}}
      description={hint && (field !== 'incidentNumber' || isShut) ? hint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
