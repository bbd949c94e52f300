import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'

type Go = () => void

/** What is asked before the open page is left, each for its form; true: it has taken over, and goes when the user says so. */
const asked = new Set<(go: Go) => boolean>()

/**
 * For the router: every way inside the product, by link, by the box in the header or by a button, asks the open page first. What replaces the address is
 * the page's own doing.
 */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (options?.replace || ![...asked].some((ask) => ask(go))) go()
}

interface LeaveGuard {
  question: ReactNode
  /** Nothing is asked any more: what was written is where it belongs. */
  release: () => void
}

/** Asks before anything leaves the page, the browser's Back among it, while there is something that would be lost. */
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
    // The browser has gone back already: it is led here again before anybody draws the other page, which is then one step back, whichever it was.
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
    // Of the router, which tells of every change by these.
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
