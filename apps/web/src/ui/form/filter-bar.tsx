import { Box, Button, CloseButton, Drawer, Group, Stack } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { stopAtUnread } from '../field/date-field.tsx'
import { cssVariable } from '../layout/css-variable.ts'
import { Glyph } from '../text/glyph.tsx'
import css from './filter-bar.module.css'

export interface Chip {
  key: string
  label: string
  value: string
  onRemove: () => void
}

interface FilterBarProps {
  /** Accessible name of the search form. */
  label: string
  onSubmit: () => void
  /** Fields of the row; phones show only the first one. */
  children: ReactNode
  /** Fields behind the "advanced" link. */
  advanced?: ReactNode
  advancedLabel?: string | undefined
  chips: readonly Chip[]
  /** "9 orders" */
  count?: ReactNode
  /** Shown right of the count, e.g. an export button. */
  aside?: ReactNode
  /** Additional controls that filter the list, rendered between the search fields and the chips. */
  cut?: ReactNode
  /** Whether the sheet that holds all fields on phones is open. The thumb bar opens it. */
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
        <form className={css.filters} aria-label={label} onSubmit={submit}>
          {children}
          <Button type="submit" leftSection={<Glyph of={IconSearch} size={16} />}>
            Search
          </Button>
          {advanced && (
            <Button variant="subtle" aria-expanded={more} onClick={() => setMore(!more)}>
              {advancedLabel}
            </Button>
          )}
          {advanced && more && (
            <Group gap="sm" align="flex-end" w="100%">
              {advanced}
            </Group>
          )}
        </form>
      </search>
      <Drawer
        opened={props.sheetOpened}
        onClose={props.onSheetClose}
        position="bottom"
        size="auto"
        title="Filters"
        styles={{ content: { height: 'auto', maxHeight: '90dvh' } }}
        closeButtonProps={{ 'aria-label': 'Close the filters' }}
      >
        <form aria-label={`${label}, all filters`} onSubmit={submit}>
          <Stack gap="md" pb="env(safe-area-inset-bottom)">
            {children}
            {advanced}
            <Button type="submit" variant="filled" h="var(--control-touch)">
              Search
            </Button>
          </Stack>
        </form>
      </Drawer>
      {props.cut}
      {/** Reserves the height of a count or button, which only appears with the rows. */}
      <Group gap="xs" mt="md" mb="sm" mih="var(--control-s)">
        {chips.map((chip) => (
          <Group key={chip.key} component="span" gap={4} h="var(--control-s)" pl={10} bdrs="xl" bg="var(--action-tint)" fz="xs">
            {chip.label} <b>{chip.value}</b>
            <CloseButton
              style={cssVariable('--cb-size', 'var(--control-s)')}
              radius="xl"
              icon={<Glyph of={IconX} size={12} />}
              aria-label={`Remove: ${chip.label} ${chip.value}`}
              onClick={chip.onRemove}
            />
          </Group>
        ))}
        <Box component="span" className={css.count} c="var(--ink-2)" role="status">
          {count}
        </Box>
        {aside}
      </Group>
    </>
  )
}
