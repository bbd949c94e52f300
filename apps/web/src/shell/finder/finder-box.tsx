import { Text, TextInput } from '@mantine/core'
import { IconLineScan } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { isTextField } from '../../features/scan/scanner/key-events.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './finder.module.css'
import { FinderList } from './finder-list.tsx'
import { useFinder } from './use-finder.ts'

/** Search box of the header: type or scan, then Enter. Ctrl+K or `/` focuses it. */
export function FinderBox() {
  const id = useId()
  const { input, text, active, options, pages, found, readAs, isShowing, state, go, onKeyDown, setOpened, type, retry } = useFinder()
  useShortcuts(input)
  return (
    <div className={css.box}>
      <TextInput
        leftSection={<Glyph of={IconLineScan} />}
        rightSection={
          <Text span visibleFrom="sm" px={5} ff="monospace" fz="xs" bd="1px solid var(--hairline)" bdrs="xs" aria-hidden="true">
            /
          </Text>
        }
        ref={input}
        type="search"
        role="combobox"
        aria-label="Scan or search"
        aria-expanded={isShowing}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShowing && options[active] ? `${id}-${active}` : undefined}
        placeholder="Scan or search serial, lot, NDC, PO, SSCC"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isShowing && (
        <FinderList id={id} pages={pages} found={found} active={active} state={state} readAs={readAs} onChoose={go} onRetry={retry} />
      )}
    </div>
  )
}

function useShortcuts(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTextField(event.target)
      if (!command && !slash) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
