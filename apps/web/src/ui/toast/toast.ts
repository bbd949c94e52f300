import { makeStore } from '../state/store.ts'

export type ToastKind = 'done' | 'attention' | 'stop' | 'info'

export interface Toast {
  id: number
  kind: ToastKind
  message: string
  detail?: string | undefined
  /** Milliseconds until it goes by itself; errors stay until closed. */
  life: number
  /** The page that it was said on, and goes with; null: it is about something that outlives its page. */
  page: string | null
  at: number
}

interface ToastOptions {
  /** One more line: what to do now. */
  detail?: string | undefined
  /** 5 s unless the specification says 10. */
  seconds?: 5 | 10
  /** It is about no page, such as scans that were sent in the background. */
  everywhere?: boolean
}

/** Words of an action that leads to another page are said just before it opens: they are the new page's. */
const ARRIVAL_MS = 1000

const toasts = makeStore<readonly Toast[]>([])
const places = makeStore(0)
let nextId = 1

function show(kind: ToastKind, message: string, { detail, seconds = 5, everywhere = false }: ToastOptions = {}): number {
  const life = kind === 'stop' ? Number.POSITIVE_INFINITY : seconds * 1000
  const page = everywhere ? null : location.pathname
  const entry: Toast = { id: nextId++, kind, message, life, page, at: Date.now(), detail }
  // The same words twice are one toast, shown anew.
  toasts.set([
    ...toasts
      .get()
      .filter((t) => t.kind !== kind || t.message !== message)
      .slice(-4),
    entry,
  ])
  return entry.id
}

/** Another page opened: what was said on the one before goes with it. */
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

/** While this is held, the page shows what is said in a place of its own, and nothing floats. Returns what ends it. */
function holdPlace(): () => void {
  places.set(places.get() + 1)
  return () => places.set(places.get() - 1)
}

/** Words of the whole window. Call it from anywhere; `ui/toaster.tsx` draws them. */
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
