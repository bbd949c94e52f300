import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { decode } from '@seriatim/gs1'
import { IconLineScan } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { trpc } from '../api/trpc.ts'
import { isTextField } from '../features/scan/key-events.ts'
import { sayNotDecoded, UNKNOWN_BELOW } from '../features/scan/scan-hints.ts'
import { useScanField } from '../features/scan/use-scan-field.ts'
import { useScanner } from '../features/scan/use-scanner.ts'
import { Glyph } from '../ui/glyph.tsx'
import css from './finder.module.css'
import { FinderList } from './finder-list.tsx'
import { allResults, type FinderOption, hitOption, matchPages, unknownOptions } from './finder-options.ts'

const DEBOUNCE_MS = 250

/** The box in the header: type or scan, and go. Ctrl+K or `/` puts the focus here. */
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
        placeholder="Scan or search serial, lot, NDC, PO, package"
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

/** What stands in the box, what is found for it, and where it leads. */
function useFinder() {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const session = useSession()
  const utils = trpc.useUtils()
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const search = trpc.finder.readManyByText.useQuery({ text: asked }, { enabled: opened && asked.length >= 2, staleTime: 10_000 })

  const pages = matchPages(wanted, session)
  const fresh = asked === wanted && search.data !== undefined
  const hits = fresh ? search.data.hits : []
  const unknown = fresh && hits.length === 0 ? unknownOptions(wanted) : []
  const found = [...hits.map(hitOption), ...unknown, ...(isPlain(wanted) ? allResults(wanted, hits) : [])]
  const options = [...pages, ...found]

  const go = (option: FinderOption) => {
    setOpened(false)
    setText('')
    setActive(-1)
    input.current?.blur()
    navigate(option.href)
  }
  const searchNow = async (sought = wanted) => {
    if (sought === '') return
    setOpened(true)
    try {
      const { hits } = await utils.finder.readManyByText.fetch({ text: sought }, { meta: { loud: true } })
      const only = hits[0]
      // A label that differs is seen before anything is opened.
      if (hits.length === 1 && only && !only.differs) go(hitOption(only))
    } catch {
      // The list says what failed and offers to try again.
    }
  }
  /** A barcode goes straight to what it names; one that cannot be read is said, and is not looked for. */
  const scan = (scanned: string, byScanner: boolean) => {
    const decoded = decode(scanned, { lenient: true })
    if (decoded.ok || !byScanner || scanned.length < UNKNOWN_BELOW) void searchNow(scanned.trim())
    else {
      setText('')
      sayNotDecoded(decoded.error.message)
    }
  }
  const field = useScanField({
    value: text,
    onWrite: setText,
    // What a hand types at length is only listed, unless it is a barcode.
    onScan: (scanned, byScanner) => (byScanner || decode(scanned, { lenient: true }).ok) && scan(scanned, byScanner),
  })
  // A scan on a page that has no field for it lands here.
  useScanner({
    isShell: true,
    onScan: ({ text: scanned }) => {
      setText(scanned)
      setActive(-1)
      input.current?.focus()
      scan(scanned, true)
    },
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    field.onKeyDown(event)
    if (event.defaultPrevented) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) return
      event.preventDefault()
      setOpened(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((at) => (at + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = options[active]
      if (opened && chosen) go(chosen)
      else scan(text, field.take())
    } else if (event.key === 'Escape') {
      if (opened && wanted !== '') setOpened(false)
      else setText('')
    }
  }
  return {
    input,
    text,
    active,
    options,
    pages,
    found,
    readAs: fresh ? search.data.readAs : undefined,
    isShowing: opened && wanted !== '',
    state:
      search.isError && asked === wanted ? ('failed' as const) : fresh || wanted.length < 2 ? ('ready' as const) : ('loading' as const),
    go,
    onKeyDown,
    setOpened,
    type: (typed: string) => {
      setText(typed)
      setActive(-1)
      setOpened(true)
    },
    retry: () => void search.refetch(),
  }
}

/** No barcode: what a list can be searched by. */
const isPlain = (text: string) => text.length <= 20

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
