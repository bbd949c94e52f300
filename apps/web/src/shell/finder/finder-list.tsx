import { Button, Group } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { HeldBadge } from '../../features/hold/held-badge.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import css from './finder.module.css'
import type { FinderOption } from './finder-options.ts'

interface FinderListProps {
  id: string
  pages: readonly FinderOption[]
  found: readonly FinderOption[]
  active: number
  state: 'loading' | 'ready' | 'failed'
  /** How the server interpreted the text: "GTIN and serial number". */
  readAs: string | undefined
  onChoose: (option: FinderOption) => void
  onRetry: () => void
}

export function FinderList({ id, pages, found, active, state, readAs, onChoose, onRetry }: FinderListProps) {
  const line = (option: FinderOption, at: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as in every combobox
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field; aria-activedescendant points here
    <div
      key={option.key}
      id={`${id}-${at}`}
      role="option"
      aria-selected={at === active}
      className={css.option}
      onClick={() => onChoose(option)}
    >
      <b>{option.title}</b>
      {option.code && <Code groups={[option.code]} />}
      {option.hold && <HeldBadge {...option.hold} />}
      <SubText className={css.detail}>{option.detail}</SubText>
      {option.stop && (
        <Group className={css.detail} gap={4} wrap="nowrap" c="var(--stop-text)">
          <Glyph of={IconAlertOctagon} size={16} />
          <span>
            <b>Stop: label differs.</b> {option.stop} Put it in quarantine.
          </span>
        </Group>
      )}
    </div>
  )
  const nothing = state === 'ready' && found.length === 0 && pages.length === 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press in here must not take the focus from the field
    <div className={css.list} onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}-list`} role="listbox" aria-label="Found">
        {pages.map(line)}
        {found.map((option, at) => line(option, at + pages.length))}
      </div>
      <div className={css.state} role="status">
        {state === 'loading' && 'Searching'}
        {state === 'ready' && readAs && found.length > 0 && `Scanned: ${readAs}`}
        {nothing && 'Nothing found. Check the text, or scan the code again.'}
        {state === 'failed' && (
          <>
            The search failed. Nothing was changed.{' '}
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
