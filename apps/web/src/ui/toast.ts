export type ToastKind = 'done' | 'attention' | 'stop' | 'info'

export interface Toast {
  id: number
  kind: ToastKind
  message: string
  detail?: string
  /** Milliseconds until it goes by itself; errors stay until closed. */
  life: number
}

interface ToastOptions {
  /** One more line: what to do now. */
  detail?: string
  /** 5 s unless the specification says 10. */
  seconds?: 5 | 10
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const tell of listeners) tell()
}

function show(kind: ToastKind, message: string, { detail, seconds = 5 }: ToastOptions = {}): number {
  const life = kind === 'stop' ? Number.POSITIVE_INFINITY : seconds * 1000
  const entry: Toast = { id: nextId++, kind, message, life, ...(detail ? { detail } : {}) }
  // The same words twice are one toast, shown anew.
  set([...toasts.filter((t) => t.kind !== kind || t.message !== message).slice(-4), entry])
  return entry.id
}

/** Words at the top right. Call it from anywhere; `ui/toaster.tsx` draws them. */
export const toast = {
  show,
  done: (message: string, options?: ToastOptions) => show('done', message, options),
  attention: (message: string, options?: ToastOptions) => show('attention', message, options),
  stop: (message: string, options?: ToastOptions) => show('stop', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  close: (id: number) => set(toasts.filter((t) => t.id !== id)),
  clear: () => set([]),
  get: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
