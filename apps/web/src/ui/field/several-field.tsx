import { NativeSelect, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Glyph } from '../text/glyph.tsx'
import { Pick, Picks } from './pick.tsx'

interface SeveralFieldProps {
  label: string
  /** Text shown while nothing is chosen. It must say that all options apply, because choosing nothing means all of them. */
  all: string
  /** First entry of the list once something is chosen; it introduces the remaining choices. */
  more: string
  choices: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
}

/** A list from which several entries can be chosen. Below it, each chosen entry is a button that removes the entry from the choice. */
export function SeveralField({ label, all, more, choices, chosen, onChosen }: SeveralFieldProps) {
  const rest = choices.filter(({ id }) => !chosen.includes(id))
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  return (
    <Stack gap="xs">
      <NativeSelect
        label={label}
        data={[{ value: '', label: chosen.length ? more : all }, ...rest.map(({ id, name }) => ({ value: String(id), label: name }))]}
        value=""
        disabled={chosen.length > 0 && rest.length === 0}
        onChange={(event) => onChosen([...chosen, Number(event.currentTarget.value)])}
      />
      {chosen.length > 0 && (
        <Picks label={`Chosen ${label.toLowerCase()}`}>
          {chosen.map((id) => (
            <Pick key={id} pressed label={`Remove ${names.get(id) ?? id}`} onClick={() => onChosen(chosen.filter((one) => one !== id))}>
              {names.get(id) ?? id} <Glyph of={IconX} size={14} />
            </Pick>
          ))}
        </Picks>
      )}
    </Stack>
  )
}
