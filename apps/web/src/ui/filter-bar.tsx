import { Button, Drawer } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { stopAtUnread } from './date-field.tsx'
import css from './filter-bar.module.css'
import { Glyph } from './glyph.tsx'

export interface Chip {
  key: string
  label: string
  value: string
  onRemove: () => void
}

interface FilterBarProps {
  /** What is searched: names the form. */
  label: string
  onSubmit: () => void
  /** The fields of the row; the first one stays on phones. */
  children: ReactNode
  /** The fields behind the link. */
  advanced?: ReactNode
  advancedLabel?: string
  chips: readonly Chip[]
  /** "9 orders" */
  count?: ReactNode
  /** Right of the count, e.g. an export button. */
  aside?: ReactNode
  /** Between the fields and the chips: what cuts the list otherwise. */
  cut?: ReactNode
  /** On phones all fields are in a sheet, opened from the thumb bar. */
  sheetOpened: boolean
  onSheetClose: () => void
}

export function FilterBar(props: FilterBarProps) {
  const { label, onSubmit, children, advanced, advancedLabel = 'Advanced search options', chips, count, aside } = props
  const [more, setMore] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (stopAtUnread(event.currentTarget)) return
    onSubmit()
    props.onSheetClose()
  }
  return (
    <>
      <search>
        <form className={`${css.filters} filters`} aria-label={label} onSubmit={submit}>
          {children}
          <Button type="submit" leftSection={<Glyph of={IconSearch} size={16} />}>
            Search
          </Button>
          {advanced && (
            <Button variant="subtle" aria-expanded={more} onClick={() => setMore(!more)}>
              {advancedLabel}
            </Button>
          )}
          {advanced && more && <div className={css.more}>{advanced}</div>}
        </form>
      </search>
      <Drawer
        opened={props.sheetOpened}
        onClose={props.onSheetClose}
        position="bottom"
        size="auto"
        title="Filters"
        classNames={{ content: css.sheet, header: css.sheetHead, title: css.sheetTitle }}
        closeButtonProps={{ 'aria-label': 'Close the filters' }}
      >
        <form className={css.sheetFields} aria-label={`${label}, all filters`} onSubmit={submit}>
          {children}
          {advanced}
          <Button type="submit" variant="filled">
            Search
          </Button>
        </form>
      </Drawer>
      {props.cut}
      <div className={css.chips}>
        {chips.map((chip) => (
          <span className={css.chip} key={chip.key}>
            {chip.label} <b>{chip.value}</b>
            <button type="button" aria-label={`Remove: ${chip.label} ${chip.value}`} onClick={chip.onRemove}>
              <Glyph of={IconX} size={12} />
            </button>
          </span>
        ))}
        <span className={css.count} role="status">
          {count}
        </span>
        {aside}
      </div>
    </>
  )
}
