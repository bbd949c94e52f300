import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

type Go = () => void

/** Callbacks, one per form, to run before the page is left; true means the callback took over and will navigate once the user confirms. */
const asked = new Set<(go: Go) => boolean>()

/**
 * Navigation hook for the router: links, the search box and buttons first check whether the open page may be left. Nothing is checked if a page only
 * replaces its own URL.
 */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (options?.replace || ![...asked].some((ask) => ask(go))) go()
}

interface LeaveGuard {
  question: ReactNode
  /** Disarms the guard once the input is saved. */
  release: () => void
}

/** Asks before anything leaves the page, including the browser's Back button, while there is unsaved input. */
export function useLeaveGuard(isUnsaved: boolean, words: string): LeaveGuard {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const isReleased = useRef(false)
  const [wanted, setWanted] = useState<{ go: Go }>()
  useEffect(() => {
    const asks = () => latest.current && !isReleased.current
    const ask = (go: Go) => {
      if (!asks()) return false
      setWanted({ go })
      return true
    }
    asked.add(ask)
    let here = location.href
    const onAddress = () => {
      here = location.href
    }
    // The browser has already gone back, so return to this page before React renders the previous one. The previous page then stays one step back in
    // the history.
    const onBack = (event: PopStateEvent) => {
      if (!asks()) return
      event.stopImmediatePropagation()
      history.pushState(null, '', here)
      ask(() => {
        isReleased.current = true
        history.back()
      })
    }
    const onClose = (event: BeforeUnloadEvent) => {
      if (asks()) event.preventDefault()
    }
    window.addEventListener('popstate', onBack, true)
    // The router emits these events for every navigation.
    window.addEventListener('pushState', onAddress)
    window.addEventListener('replaceState', onAddress)
    window.addEventListener('beforeunload', onClose)
    return () => {
      asked.delete(ask)
      window.removeEventListener('popstate', onBack, true)
      window.removeEventListener('pushState', onAddress)
      window.removeEventListener('replaceState', onAddress)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [])
  const question = (
    <ConfirmDialog
      opened={wanted !== undefined}
      onClose={() => setWanted(undefined)}
      title="Leave this page?"
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      destructive
      onConfirm={() => {
        setWanted(undefined)
        isReleased.current = true
        wanted?.go()
      }}
    >
      <p>{words}</p>
    </ConfirmDialog>
  )
  const release = () => {
    isReleased.current = true
  }
  return { question, release }
}
