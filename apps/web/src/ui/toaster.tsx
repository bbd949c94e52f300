import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Toast, type ToastKind, toast } from './toast.ts'

const icons = { done: IconCircleCheck, attention: IconAlertTriangle, stop: IconAlertOctagon, info: IconInfoCircle } as const
const words: Record<ToastKind, string> = { done: 'Done', attention: 'Attention', stop: 'Error', info: 'Information' }

/** The toasts of this window: a polite live region that is always in the page, so that each new one is read out. */
export function Toaster() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.get)
  const [held, hold] = useState(false)
  return (
    <section
      className="toasts"
      aria-live="polite"
      aria-label="Messages"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} entry={entry} held={held} />
      ))}
    </section>
  )
}

function ToastCard({ entry, held }: { entry: Toast; held: boolean }) {
  useEffect(() => {
    if (held || !Number.isFinite(entry.life)) return
    const timer = setTimeout(() => toast.close(entry.id), entry.life)
    return () => clearTimeout(timer)
  }, [entry, held])
  const Icon = icons[entry.kind]
  return (
    <div className={`toast toast--${entry.kind}`}>
      <Icon className="ic" aria-hidden="true" />
      <p>
        <span className="vh">{words[entry.kind]}: </span>
        <b>{entry.message}</b>
        {entry.detail && <span className="toast-detail">{entry.detail}</span>}
      </p>
      <button type="button" aria-label={`Close: ${entry.message}`} onClick={() => toast.close(entry.id)}>
        <IconX className="ic ic-16" aria-hidden="true" />
      </button>
    </div>
  )
}
