import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Number of rows from which only those in view are rendered. */
const LIMIT = 200

interface RowWindow {
  start: number
  end: number
  /** Heights in pixels of all rows above (`before`) and below (`after`) the rendered ones. */
  before: number
  after: number
  isCut: boolean
}

export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isPrinting = usePrinting()
  const isCut = count > LIMIT && !isPrinting
  const [top, setTop] = useState(0)
  const [rowHeight, setRowHeight] = useState(40)
  useLayoutEffect(() => {
    if (!isCut || !body.current) return
    setTop(body.current.getBoundingClientRect().top + window.scrollY)
    setRowHeight(body.current.querySelector('tr:not([data-spacer])')?.getBoundingClientRect().height || 40)
  }, [isCut, body])
  const virtual = useWindowVirtualizer({
    count,
    enabled: isCut,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
  })
  if (!isCut) return { start: 0, end: count, before: 0, after: 0, isCut }
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!first || !last) return { start: 0, end: Math.min(count, LIMIT), before: 0, after: 0, isCut }
  return {
    start: first.index,
    end: last.index + 1,
    before: first.start - top,
    after: virtual.getTotalSize() - (last.end - top),
    isCut,
  }
}

/** Whether the browser is printing. During printing, the table must have all of its rows, because paper cannot scroll. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // Renders synchronously, because the browser prints right after this event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
