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

/** State of the search box: its text, its results and where they lead. */
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
      // If the scanned label differs from the record, the hit is only listed, so that the person sees the difference before opening it.
      if (hits.length === 1 && only && !only.differs) go(hitOption(only))
    } catch {
      // The list shows the error and offers Try again.
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

/** Results for a text: pages appear immediately, results from the server once the user stops typing. */
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

/** Whether the finder offers to show all results in a list; a longer text is probably a barcode. */
const isPlain = (text: string) => text.length <= 20

interface FinderScansProps {
  text: string
  input: RefObject<HTMLInputElement | null>
  setText: (text: string) => void
  /** Sets the text like `setText`, and also clears the selected option. */
  write: (text: string) => void
  searchNow: (sought: string) => Promise<void>
}

/** Handles scans into the search box, and scans on pages that have no scan field. */
function useFinderScans({ text, input, setText, write, searchNow }: FinderScansProps) {
  /** Opens the page of the scanned item directly. An unreadable barcode is reported instead of being searched for. */
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
    // Text from a scanner is searched at once. Text that a person typed as fast as a scanner is searched at once only if it decodes as a barcode;
    // otherwise, the box only lists results for it, as for all typed text.
    onScan: (scanned, byScanner) => (byScanner || decode(scanned, { lenient: true }).ok) && scan(scanned, byScanner),
  })
  // Catches scans on pages without a scan field.
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
