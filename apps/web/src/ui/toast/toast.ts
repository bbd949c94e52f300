import { makeStore } from '../state/store.ts'

export type ToastKind = 'done' | 'attention' | 'stop' | 'info'

export interface Toast {
  id: number
  kind: ToastKind
  message: string
  detail?: string | undefined
  /** Milliseconds until the toast disappears; errors stay until closed. */
  life: number
  /** Page that showed the message; leaving the page removes it. Null for messages that stay after navigation. */
  page: string | null
  at: number
}

interface ToastOptions {
  /** A second line that says what to do now. */
  detail?: string | undefined
  /** Time shown: 5 s unless the specification asks for 10 s. */
  seconds?: 5 | 10
  /** Keeps the message when the user leaves the page, for example a note about scans that are sent in the background. */
  everywhere?: boolean
}

/**
 * A message younger than this stays when the page changes. An action that opens another page shows its message just before it navigates, so the
 * message is meant for the new page.
 */
const ARRIVAL_MS = 1000

const toasts = makeStore<readonly Toast[]>([])
const places = makeStore(0)
let nextId = 1

function show(kind: ToastKind, message: string, { detail, seconds = 5, everywhere = false }: ToastOptions = {}): number {
  const life = kind === 'stop' ? Number.POSITIVE_INFINITY : seconds * 1000
  const page = everywhere ? null : location.pathname
  const entry: Toast = { id: nextId++, kind, message, life, page, at: Date.now(), detail }
  // Repeating the same text refreshes its toast instead of adding one.
  toasts.set([
    ...toasts
      .get()
      .filter((t) => t.kind !== kind || t.message !== message)
      .slice(-4),
    entry,
  ])
  return entry.id
}

/** After navigation, removes the previous page's messages, except very new ones. */
function turnTo(path: string): void {
  const now = Date.now()
  const stays = (entry: Toast) => entry.page === null || entry.page === path || now - entry.at < ARRIVAL_MS
  if (toasts.get().every((entry) => entry.page === null || entry.page === path)) return
  toasts.set(
    toasts
      .get()
      .filter(stays)
      .map((entry) => (entry.page === null ? entry : { ...entry, page: path })),
  )
}

/** Makes messages appear in the page's own area, instead of floating, until the returned function is called. */
function holdPlace(): () => void {
  places.set(places.get() + 1)
  return () => places.set(places.get() - 1)
}

/** Messages for the whole window. Callable from anywhere; `ui/toast/toaster.tsx` renders them. */
export const toast = {
  show,
  done: (message: string, options?: ToastOptions) => show('done', message, options),
  attention: (message: string, options?: ToastOptions) => show('attention', message, options),
  stop: (message: string, options?: ToastOptions) => show('stop', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  close: (id: number) => toasts.set(toasts.get().filter((t) => t.id !== id)),
  clear: () => toasts.set([]),
  get: toasts.get,
  turnTo,
  holdPlace,
  hasPlace: () => places.get() > 0,
  use: toasts.use,
  useHasPlace: () => places.use() > 0,
}
