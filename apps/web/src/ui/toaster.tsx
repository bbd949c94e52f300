import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Glyph } from './glyph.tsx'
import { type Toast, type ToastKind, toast } from './toast.ts'
import { useFreePlace } from './use-free-place.ts'

const icons = { done: IconCircleCheck, attention: IconAlertTriangle, stop: IconAlertOctagon, info: IconInfoCircle } as const
const words: Record<ToastKind, string> = { done: 'Done', attention: 'Attention', stop: 'Error', info: 'Information' }

/**
 * The toasts of this window: a polite live region that is always in the page, so that each new one is read out. They float where nothing can be
 * pressed; where there is no such place, the page makes room above.
 */
export function Toaster() {
  const all = toast.use()
  const hasPlace = toast.useHasPlace()
  const [path] = useLocation()
  useEffect(() => toast.turnTo(path), [path])
  const toasts = hasPlace ? [] : all
  const box = useRef<HTMLElement>(null)
  const place = useFreePlace(box, toasts)
  return (
    <section
      ref={box}
      className={place ? 'toasts' : 'toasts toasts--strip'}
      style={place ? { left: place.left, top: place.top } : undefined}
      aria-live="polite"
      aria-label="Messages"
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </section>
  )
}

/** A page's own place for what is said on it: part of the page, over nothing. */
export function MessageLine() {
  const toasts = toast.use()
  useEffect(() => toast.holdPlace(), [])
  return (
    <div className="message-line" role="status" aria-label="Messages of this page">
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

/** Stays while the pointer is on it or its button has the focus: it alone. */
function ToastCard({ entry }: { entry: Toast }) {
  const [held, hold] = useState(false)
  useEffect(() => {
    if (held || !Number.isFinite(entry.life)) return
    const timer = setTimeout(() => toast.close(entry.id), entry.life)
    return () => clearTimeout(timer)
  }, [entry.id, entry.life, held])
  const Icon = icons[entry.kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads
    <div
      className={`toast toast--${entry.kind}`}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Glyph of={Icon} />
      <p>
        <span className="vh">{words[entry.kind]}: </span>
        <b>{entry.message}</b>
        {entry.detail && <span className="toast-detail">{entry.detail}</span>}
      </p>
      <button type="button" aria-label={`Close: ${entry.message}`} onClick={() => toast.close(entry.id)}>
        <Glyph of={IconX} size={16} />
      </button>
    </div>
  )
}
