import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { loadable } from '../page/loadable.tsx'
import { toast } from './toast.ts'
import type { ToastCardsProps } from './toast-cards.tsx'

const cards = loadable<ToastCardsProps>(() => import('./toast-cards.tsx'))

/** Loads the toast cards after the first screen. If loading fails, the messages appear as plain text. */
export const preloadToasts = (): Promise<unknown> => cards.preload().catch(() => undefined)

/**
 * Shows the window's toasts. The live region is in the page even without toasts, because screen readers announce only what is added to an existing
 * region.
 */
export function Toaster() {
  const all = toast.use()
  const hasPlace = toast.useHasPlace()
  const [path] = useLocation()
  useEffect(() => toast.turnTo(path), [path])
  return (
    <section aria-live="polite" aria-label="Messages">
      <Cards toasts={hasPlace ? [] : all} floats />
    </section>
  )
}

/** The area in a page's layout where messages appear. While it is rendered, messages don't float above the page. */
export function MessageLine() {
  const toasts = toast.use()
  useEffect(() => toast.holdPlace(), [])
  return (
    <div style={{ display: 'contents' }} role="status" aria-label="Messages on this page">
      <Cards toasts={toasts} />
    </div>
  )
}

function Cards(props: ToastCardsProps) {
  const Ready = useSyncExternalStore(cards.subscribe, cards.ready)
  const isAsked = props.toasts.length > 0
  useEffect(() => {
    if (isAsked) void preloadToasts()
  }, [isAsked])
  return Ready ? (
    <Ready {...props} />
  ) : (
    props.toasts.map(({ id, message, detail }) => <p key={id}>{[message, detail].filter(Boolean).join(' ')}</p>)
  )
}
