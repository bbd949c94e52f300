import { Group, Stack, TextInput } from '@mantine/core'
import { PACK_PRESETS, type PackChoices, type PackPreset } from '@seriatim/schema'
import { type ReactNode, useEffect, useState } from 'react'
import { DateField, isUnread } from '../../ui/field/date-field.tsx'
import { SeveralField } from '../../ui/field/several-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SubText } from '../../ui/text/text.tsx'
import css from './inspection.module.css'
import type { PackForm } from './use-pack-ask.ts'

interface AskFormProps {
  form: PackForm
  choices: PackChoices | undefined
  askedByError: string | undefined
  onChange: (values: Partial<PackForm>) => void
}

/** Form for a pack: what kind of inspector is asking, the name on the first page, the period, and the scope. */
export function AskForm({ form, choices, askedByError, onChange }: AskFormProps) {
  const locations = choices?.locations ?? []
  const partners = choices?.partners ?? []
  return (
    <Card label="What the pack covers">
      <Step number={1} title="Who is asking">
        <fieldset className={css.choices} aria-label="Who is asking">
          {Object.entries(PACK_PRESETS).map(([preset, { name, about }]) => (
            <label key={preset} className={css.choice}>
              <input
                type="radio"
                name="preset"
                checked={form.preset === preset}
                onChange={() => onChange({ preset: preset as PackPreset, without: [] })} // the value comes from the keys of the table of presets
              />
              <span>
                <b>{name}</b>
                <SubText>{about}</SubText>
              </span>
            </label>
          ))}
        </fieldset>
      </Step>
      <Step number={2} title="For whom and when">
        <TextInput
          label="Name on the first page"
          placeholder="Grace Holloway, NY Board of Pharmacy"
          value={form.askedBy}
          error={askedByError}
          maxLength={200}
          onChange={(event) => onChange({ askedBy: event.currentTarget.value })}
        />
        <Group grow gap="sm" mt="sm" align="flex-start">
          <Day label="From" day={form.from} onDay={(from) => onChange({ from })} />
          <Day label="To" day={form.to} notBefore={form.from} onDay={(to) => onChange({ to })} />
        </Group>
      </Step>
      <Step number={3} title="Only what was asked for">
        <Stack gap="sm">
          <SeveralField
            label="Locations"
            all={`All ${locations.length || ''} locations`.replace('  ', ' ')}
            more="Add another location"
            choices={locations.map(({ id, name, isClosed }) => ({ id, name: isClosed ? `${name} (closed)` : name }))}
            chosen={form.locationIds}
            onChosen={(locationIds) => onChange({ locationIds })}
          />
          <SeveralField
            label="Suppliers"
            all="All suppliers"
            more="Add another supplier"
            choices={partners}
            chosen={form.partnerIds}
            onChosen={(partnerIds) => onChange({ partnerIds })}
          />
          <ListField label="NDCs" list={form.ndcs} onList={(ndcs) => onChange({ ndcs })} />
          <ListField label="Lots" list={form.lots} onList={(lots) => onChange({ lots })} />
        </Stack>
      </Step>
    </Card>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <div className={css.step}>
      <Group gap={0} mb="sm">
        <span className={css.number} aria-hidden>
          {number}
        </span>
        <h2>{title}</h2>
      </Group>
      {children}
    </div>
  )
}

/** A list typed into one text field. The form is updated only when the field loses focus, because each update recounts the pack's contents. */
function ListField({ label, list, onList }: { label: string; list: string; onList: (list: string) => void }) {
  const [text, setText] = useState(list)
  return (
    <TextInput
      label={label}
      placeholder="All, or a list separated by commas"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onList(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onList(text)
      }}
    />
  )
}

interface DayProps {
  label: string
  day: string
  notBefore?: string
  onDay: (day: string) => void
}

/** Calls `onDay` when the user leaves the field with a valid new date; invalid text stays in the field. */
function Day({ label, day, onDay, ...rest }: DayProps) {
  const [text, setText] = useState(day)
  useEffect(() => setText(day), [day])
  const leave = (taken: string) => {
    if (taken && !isUnread(taken) && taken !== day) onDay(taken)
  }
  return <DateField {...rest} label={label} placeholder="MM/DD/YYYY" value={text} onChange={setText} onLeave={leave} />
}
