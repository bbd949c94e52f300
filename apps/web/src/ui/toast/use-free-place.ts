import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Box, freePlace } from './free-place.ts'

/** What can be pressed or typed into, where one is, and the counter: nothing lies over these. */
const KEEP_CLEAR =
  'a, button, input, textarea, select, label, summary, tbody tr, [role="option"], [role="dialog"], h1, [data-keep-clear], [data-panel]'
const MARGIN = 12
const PHONE = 640

function placeFor(box: HTMLElement): { left: number; top: number } | undefined {
  const { width, height } = box.getBoundingClientRect()
  if (innerWidth <= PHONE) return undefined
  const header = document.querySelector('body header')?.getBoundingClientRect().bottom ?? 0
  const top = Math.max(0, header) + MARGIN
  const area: Box = { left: MARGIN, top, width: innerWidth - 2 * MARGIN, height: innerHeight - top - MARGIN }
  const others = [...document.querySelectorAll(KEEP_CLEAR)]
    .filter((one) => !box.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.width > 0 && one.height > 0 && one.bottom > 0 && one.top < innerHeight)
  return freePlace({ width, height }, area, others)
}

/**
 * Where toasts float over nothing that can be pressed, followed while the page moves under them; undefined: there is no such place, and they are a
 * strip above the page, which makes room for it.
 */
export function useFreePlace(box: RefObject<HTMLElement | null>, toasts: readonly unknown[]): { left: number; top: number } | undefined {
  const [place, setPlace] = useState<{ left: number; top: number } | undefined>({ left: 0, top: 0 })
  const isShown = toasts.length > 0
  // Measured anew for each change of what is shown.
  useLayoutEffect(() => {
    const at = box.current
    if (!at || toasts.length === 0) return
    let frame = 0
    const find = () => {
      frame = 0
      // Measured as it floats: a strip has another width.
      at.removeAttribute('data-strip')
      const next = placeFor(at)
      at.toggleAttribute('data-strip', next === undefined)
      document.documentElement.style.setProperty('--toasts', next ? '0px' : `${at.getBoundingClientRect().height}px`)
      setPlace((was) => (was?.left === next?.left && was?.top === next?.top ? was : next))
    }
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(find)
    }
    find()
    const page = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !at.contains(target))) later()
    })
    page.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('resize', later)
    window.addEventListener('scroll', later, true)
    return () => {
      cancelAnimationFrame(frame)
      page.disconnect()
      window.removeEventListener('resize', later)
      window.removeEventListener('scroll', later, true)
    }
  }, [toasts, box])
  useEffect(() => {
    if (!isShown) document.documentElement.style.removeProperty('--toasts')
  }, [isShown])
  return place
}
