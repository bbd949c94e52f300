import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { SubText } from '../text/text.tsx'

export interface Suggestion {
  key: string
  label: ReactNode
  detail?: ReactNode
}

interface SuggestFieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  /** Called when an option was chosen; the page decides which fields to fill. */
  onChoose: (key: string) => void
  error?: string | undefined
  className?: string | undefined
}

/** A text field with suggestions that also accepts any other text. */
export function SuggestField({ label, name, value, onChange, suggestions, onChoose, error, className }: SuggestFieldProps) {
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() })
  const has = suggestions.length > 0
  const keys = suggestions.map(({ key }) => key).join('\n')
  // Updates the index by which Mantine tracks the selected option. Without this, Enter would choose a different option or none after the list has
  // changed.
  const keepSelected = useEffectEvent((shown: string) => {
    const options = shown === '' ? [] : [...document.querySelectorAll(`[id="${list.listId}"] [data-combobox-option]`)]
    list.updateSelectedOptionIndex(options.findIndex((option) => option.hasAttribute('data-combobox-selected')))
  })
  useLayoutEffect(() => keepSelected(keys), [keys])
  const write = (text: string) => {
    onChange(text)
    list.resetSelectedOption()
    list.openDropdown()
  }
  const choose = (key: string) => {
    onChoose(key)
    list.closeDropdown()
  }
  return (
    <Combobox store={list} onOptionSubmit={choose} middlewares={{ flip: true, shift: true }}>
      <Combobox.Target withAriaAttributes={has} withExpandedAttribute autoComplete="off">
        <TextInput
          label={label}
          name={name}
          value={value}
          error={error}
          className={className ?? ''}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          spellCheck={false}
          onChange={(event) => write(event.currentTarget.value)}
          onClick={() => list.openDropdown()}
          onFocus={() => list.openDropdown()}
          onBlur={() => list.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!has} miw={320} maw="calc(100vw - 32px)">
        <Combobox.Options aria-label={`Suggestions for ${label}`} mah={280} style={{ overflow: 'auto' }}>
          {suggestions.map((one) => (
            <Combobox.Option key={one.key} value={one.key}>
              <span>{one.label}</span>
              {one.detail && <SubText>{one.detail}</SubText>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
