import { useDebouncedValue } from '@mantine/hooks'
import { decode } from '@seriatim/gs1'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { UNKNOWN_BELOW, warnNotDecoded } from '../../features/scan/scanner/scan-hints.ts'
import { useScanner } from '../../features/scan/scanner/use-scanner.ts'
import { useScanField } from '../../features/scan/use-scan-field.ts'
import { allResults, type FinderOption, hitOption, matchPages, unknownOptions } from './finder-options.ts'

const DEBOUNCE_MS = 250

/** What stands in the box, what is found for it, and where it leads. */
export function useFinder() {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const wanted = text.trim()
  const results = useResults(wanted, opened)
  const { options } = results

  const go = (option: FinderOption) => {
    setOpened(false)
    setText('')
    setActive(-1)
    input.current?.blur()
    navigate(option.href)
  }
  const searchNow = async (sought: string) => {
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
  const write = (written: string) => {
    setText(written)
    setActive(-1)
  }
  const { field, scan } = useFinderScans({ text, input, setText, write, searchNow })
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
  const type = (typed: string) => {
    write(typed)
    setOpened(true)
  }
  return { ...results, input, text, active, isShowing: opened && wanted !== '', go, onKeyDown, setOpened, type }
}

/** What is found for a text: pages at once, the rest as soon as the typing pauses. */
function useResults(wanted: string, opened: boolean) {
  const session = useSession()
  const [asked] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const search = trpc.finder.readManyByText.useQuery({ text: asked }, { enabled: opened && asked.length >= 2, staleTime: 10_000 })
  const pages = matchPages(wanted, session)
  const fresh = asked === wanted && search.data !== undefined
  const hits = fresh ? search.data.hits : []
  const unknown = fresh && hits.length === 0 ? unknownOptions(wanted) : []
  const found = [...hits.map(hitOption), ...unknown, ...(isPlain(wanted) ? allResults(wanted, hits) : [])]
  const settled = fresh || wanted.length < 2 ? ('ready' as const) : ('loading' as const)
  return {
    pages,
    found,
    options: [...pages, ...found],
    readAs: fresh ? search.data.readAs : undefined,
    state: search.isError && asked === wanted ? ('failed' as const) : settled,
    retry: () => void search.refetch(),
  }
}

/** No barcode: what a list can be searched by. */
const isPlain = (text: string) => text.length <= 20

interface FinderScansProps {
  text: string
  input: RefObject<HTMLInputElement | null>
  setText: (text: string) => void
  /** As `setText`, and no option is marked any more. */
  write: (text: string) => void
  searchNow: (sought: string) => Promise<void>
}

/** Scans into the box, and those on a page that has no field for them. */
function useFinderScans({ text, input, setText, write, searchNow }: FinderScansProps) {
  /** A barcode goes straight to what it names; one that cannot be read is said, and is not looked for. */
  const scan = (scanned: string, byScanner: boolean) => {
    const decoded = decode(scanned, { lenient: true })
    if (decoded.ok || !byScanner || scanned.length < UNKNOWN_BELOW) void searchNow(scanned.trim())
    else {
      setText('')
      warnNotDecoded(decoded.error.message)
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
      write(scanned)
      input.current?.focus()
      scan(scanned, true)
    },
  })
  return { field, scan }
}
