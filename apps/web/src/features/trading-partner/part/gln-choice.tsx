import { Checkbox, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Outputs } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'

interface GlnChoiceProps {
  glns: Outputs['tradingPartner']['readManySentGlns']
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  fault?: ReactNode
}

/** Checkboxes for our GLNs. */
export function GlnChoice({ glns, chosen, onChange, fault }: GlnChoiceProps) {
  return (
    <fieldset>
      <Text component="legend" size="xs" fw={500} mb="xs">
        GLNs
      </Text>
      <Stack gap="xs">
        {glns.map(({ globalLocationNumberId: id, globalLocationNumber, locationName }) => (
          <Checkbox
            key={id}
            label={`${globalLocationNumber}, ${locationName}`}
            checked={chosen.includes(id)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
        {fault && <Note meaning="stop" alert title={fault} />}
      </Stack>
    </fieldset>
  )
}
