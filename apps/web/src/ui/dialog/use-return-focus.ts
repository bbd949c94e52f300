import { useCallback, useEffect, useRef, useState } from 'react'

/** Kept in a constant because an observer may still report changes while the window closes, when the global `document` is gone. */
const page = document

/** Elements that may get the focus back when a dialog closes, by the dialog's root. */
const openersOfDialog = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * Elements to which the focus may return when the dialog that `element` opened closes, best first: `element` itself; the button of the menu that
 * contains `element`, because the menu closes; and the elements that opened the dialog that contains `element`, because the new dialog may replace
 * that dialog.
 */
function listReturns(element: HTMLElement): HTMLElement[] {
  const button = page.getElementById(element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '')
  const dialog = element.closest('[data-dialog]')
  return [element, ...(button ? [button] : []), ...(dialog ? (openersOfDialog.get(dialog) ?? []) : [])]
}

/**
 * Elements that may get the focus when the next dialog closes, computed from the element that was focused last. They are remembered because a dialog
 * may load data before it opens: by then, the menu item that opened it is gone and the body has the focus.
 */
let lastReturns: readonly HTMLElement[] = []
page.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) lastReturns = listReturns(target)
})

function findOpeners(): readonly HTMLElement[] {
  const { activeElement: active } = page
  return active instanceof HTMLElement && active !== page.body ? listReturns(active) : lastReturns
}

const hasFocus = (element: Element | null | undefined) => element?.contains(page.activeElement) === true

function isNowhere(): boolean {
  return page.activeElement === null || page.activeElement === page.body
}

/** Focuses the first candidate that can take the focus, otherwise the page's heading. @returns whether an element took it. */
function focusFirst(elements: readonly HTMLElement[]): boolean {
  const heading = page.querySelector<HTMLElement>('main h1')
  return [...elements, ...(heading ? [heading] : [])].some((element) => {
    if (element.isConnected) element.focus({ preventScroll: true })
    return page.activeElement === element
  })
}

/** Time after a dialog has closed in which its opener may still disappear, for example with a row that the dialog deleted. */
const SETTLE_MS = 10_000

/**
 * Watches until the focused element disappears and the browser moves the focus to the body, then focuses the next of `openers`. The watch ends when
 * the user clicks, taps or presses a key, or after `SETTLE_MS`.
 */
function watchOpener(openers: readonly HTMLElement[]): void {
  const observer = new MutationObserver(() => void (isNowhere() && focusFirst(openers)))
  const listening = new AbortController()
  const end = () => {
    observer.disconnect()
    listening.abort()
    clearTimeout(timer)
  }
  const timer = setTimeout(end, SETTLE_MS)
  observer.observe(page.body, { childList: true, subtree: true })
  for (const event of ['pointerdown', 'keydown']) page.addEventListener(event, end, { signal: listening.signal })
}

/**
 * Moves the focus back when a dialog closes or is removed (WCAG 2.4.3): to the element that opened the dialog, or to the page's heading if that
 * element is gone. Leaves the focus where it is if something else, such as another dialog or a new page, has already taken it.
 * @returns the ref of the dialog's root, which mounts later than the dialog.
 */
export function useReturnFocus(opened: boolean): (root: HTMLElement | null) => void {
  const [openers, setOpeners] = useState(() => (opened ? findOpeners() : []))
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setOpeners(findOpeners())
  }
  const dialog = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!opened) return
    return () => {
      // Waits until React has updated the page, so that a heading or field that takes the focus itself keeps it.
      queueMicrotask(() => {
        if ((isNowhere() || hasFocus(dialog.current)) && focusFirst(openers)) watchOpener(openers)
      })
    }
  }, [opened, openers])
  return useCallback(
    (root) => {
      dialog.current = root
      if (root) openersOfDialog.set(root, openers)
    },
    [openers],
  )
}
