import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows from which on only those in view are drawn. */
const LIMIT = 200

interface RowWindow {
  start: number
  end: number
  /** Pixels that stand for the rows before and after. */
  before: number
  after: number
  isCut: boolean
}

export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isCut = count > LIMIT
  const [top, setTop] = useState(0)
  const [rowHeight, setRowHeight] = useState(40)
  useLayoutEffect(() => {
    if (!isCut || !body.current) return
    setTop(body.current.getBoundingClientRect().top + window.scrollY)
    setRowHeight(body.current.querySelector('tr:not(.spacer)')?.getBoundingClientRect().height || 40)
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
