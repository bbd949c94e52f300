import type { SessionData, SignedInUser } from '@seriatim/schema'
import { KEPT_DATABASE } from '../offline/kept-name.ts'
import { toast } from '../ui/toast.ts'
import { NOT_AUTHENTICATED } from './messages.ts'

/** The specification's name for the session data in local storage. The token is never in it: it is an HttpOnly cookie. */
const KEY = 'auth_data'
const NOTICE = 'seriatim-notice'
const DEFAULT_ZONE = 'America/Los_Angeles'

export interface StoredSession {
  step: SessionData['step']
  expiresAt: string
  /** When the session ends if nothing is done; moves with every call that is not a background call. */
  idleExpiresAt?: string
  /** Length of the idle time in milliseconds, from the last answer that named its end. */
  idleLength?: number
  user_timezone: string
  delivery?: 'email' | 'app' | undefined
  sentTo?: string | undefined
  user?: SignedInUser | null
  customer?: SessionData['customer']
}

/** What the sign-in calls answer; `token` is only there over REST and is dropped. */
export interface SessionAnswer extends Omit<StoredSession, 'user_timezone' | 'idleLength'> {
  token?: string | undefined
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_ZONE
}

const listeners = new Set<() => void>()
let current = read()

function read(): StoredSession | undefined {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const whole = typeof data === 'object' && data !== null && 'step' in data && 'expiresAt' in data
    return whole ? (data as StoredSession) : undefined // ours alone, and it grants nothing: the server decides by the cookie
  } catch {
    return undefined
  }
}

function changed(): void {
  for (const tell of listeners) tell()
}

export function getSession(): StoredSession | undefined {
  return current
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function saveSession({ token: _token, ...answer }: SessionAnswer, now = Date.now()): void {
  const idle = answer.idleExpiresAt ? { idleLength: Math.max(0, Date.parse(answer.idleExpiresAt) - now) } : {}
  current = { ...answer, ...idle, user_timezone: browserZone() }
  localStorage.setItem(KEY, JSON.stringify(current))
  changed()
}

/** Only the session goes, with what was kept for the time without network: theme, scanner settings and scans that wait to be sent are the device's and stay. */
export function clearSession(): void {
  current = undefined
  localStorage.removeItem(KEY)
  globalThis.indexedDB?.deleteDatabase(KEPT_DATABASE)
  changed()
}

/** A call was answered: the idle time begins anew. Written at most every 15 s, so a scan costs no write. */
export function touchSession(now = Date.now()): void {
  if (!current?.idleLength || !current.idleExpiresAt) return
  const end = Math.min(now + current.idleLength, Date.parse(current.expiresAt))
  if (end - Date.parse(current.idleExpiresAt) < 15_000) return
  current = { ...current, idleExpiresAt: new Date(end).toISOString() }
  localStorage.setItem(KEY, JSON.stringify(current))
  changed()
}

let leaving = false

/** The one answer to a 401 anywhere: forget the session, begin again at `/`, and say why after the reload. */
export function endUnauthenticated(go: (path: string) => void = (path) => location.assign(path)): void {
  if (leaving) return
  leaving = true
  clearSession()
  sessionStorage.setItem(NOTICE, NOT_AUTHENTICATED)
  go('/')
}

/** Shows what `endUnauthenticated` left to be said. */
export function showNotice(): void {
  leaving = false
  const notice = sessionStorage.getItem(NOTICE)
  if (!notice) return
  sessionStorage.removeItem(NOTICE)
  toast.attention(notice, { everywhere: true })
}

/** Another tab signed in, out, or did something: this one follows. */
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key !== KEY && event.key !== null) return
  const before = current
  current = read()
  if (before?.user && (!current || current.user?.id !== before.user.id)) location.assign('/')
  else changed()
})
