import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { loadable } from '../page/loadable.tsx'
import { toast } from './toast.ts'
import type { ToastCardsProps } from './toast-cards.tsx'

const cards = loadable<ToastCardsProps>(() => import('./toast-cards.tsx'))

/** What draws the toasts comes behind the first screen. Where it does not come, their words are shown as they are. */
export const preloadToasts = (): Promise<unknown> => cards.preload().catch(() => undefined)

/** The toasts of this window: a polite live region that is always in the page, so that each new one is read out. */
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

/** A page's own place for what is said on it: part of the page, over nothing. */
export function MessageLine() {
  const toasts = toast.use()
  useEffect(() => toast.holdPlace(), [])
  return (
    <div style={{ display: 'contents' }} role="status" aria-label="Messages of this page">
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
