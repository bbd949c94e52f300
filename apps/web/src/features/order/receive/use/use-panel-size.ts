import { type RefObject, useLayoutEffect, useRef } from 'react'
import { choosePanelSize } from './panel-size.ts'

const MARGIN = 12

/** Passes the window height that is left for the panel to the cockpit's stylesheet (`--room`), so that the whole result stays on screen. */
export function usePanelSize(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const at = box.current
    if (!at) return
    const measure = () => {
      const panel = at.querySelector('[data-panel]') ?? at
      const above = panel.getBoundingClientRect().top + window.scrollY
      const thumb = document.querySelector('[data-thumb]')?.getBoundingClientRect().height ?? 0
      const room = Math.round(window.innerHeight - above - thumb - MARGIN)
      at.style.setProperty('--room', `${room}px`)
      at.dataset.size = choosePanelSize(window.innerWidth, room)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    for (const one of document.querySelectorAll('[data-above]')) watch.observe(one)
    window.addEventListener('resize', measure)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [])
  return box
}
