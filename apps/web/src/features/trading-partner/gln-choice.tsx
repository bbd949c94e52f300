import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Outputs } from '../../api/trpc.ts'
import { Note } from '../../ui/note.tsx'
import css from './partner.module.css'

interface GlnChoiceProps {
  glns: Outputs['tradingPartner']['readManyTold']
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  fault?: ReactNode
}

/** Which of our GLNs are meant. */
export function GlnChoice({ glns, chosen, onChange, fault }: GlnChoiceProps) {
  return (
    <fieldset className={css.choices}>
      <legend>GLNs</legend>
      {glns.map(({ globalLocationNumberId: id, globalLocationNumber, locationName }) => (
        <Checkbox
          key={id}
          label={`${globalLocationNumber}, ${locationName}`}
          checked={chosen.includes(id)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      {fault && <Note meaning="stop" alert title={fault} />}
    </fieldset>
  )
}
