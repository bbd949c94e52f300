import type { SessionData, SignedInUser } from '@seriatim/schema'
import { CACHE_DATABASE } from '../../offline/cache-name.ts'
import { makeStore } from '../../ui/state/store.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NOT_AUTHENTICATED } from '../messages.ts'

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

const current = makeStore(read())

function read(): StoredSession | undefined {
  try {
    const data: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const whole = typeof data === 'object' && data !== null && 'step' in data && 'expiresAt' in data
    return whole ? (data as StoredSession) : undefined // ours alone, and it grants nothing: the server decides by the cookie
  } catch {
    return undefined
  }
}

export const getSession = current.get
export const subscribeSession = current.subscribe
export const useSession = current.use

function keep(next: StoredSession): void {
  localStorage.setItem(KEY, JSON.stringify(next))
  current.set(next)
}

export function saveSession({ token: _token, ...answer }: SessionAnswer, now = Date.now()): void {
  const idle = answer.idleExpiresAt ? { idleLength: Math.max(0, Date.parse(answer.idleExpiresAt) - now) } : {}
  keep({ ...answer, ...idle, user_timezone: browserZone() })
}

/** Only the session goes, with what was kept for the time without network: theme, scanner settings and scans that wait to be sent are the device's and stay. */
export function clearSession(): void {
  localStorage.removeItem(KEY)
  globalThis.indexedDB?.deleteDatabase(CACHE_DATABASE)
  // What was said to one person is not for the next.
  toast.clear()
  current.set(undefined)
}

/** A call was answered: the idle time begins anew. Written at most every 15 s, so a scan costs no write. */
export function touchSession(now = Date.now()): void {
  const session = current.get()
  if (!session?.idleLength || !session.idleExpiresAt) return
  const end = Math.min(now + session.idleLength, Date.parse(session.expiresAt))
  if (end - Date.parse(session.idleExpiresAt) < 15_000) return
  keep({ ...session, idleExpiresAt: new Date(end).toISOString() })
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
  const before = current.get()
  const next = read()
  current.set(next)
  if (before?.user && next?.user?.id !== before.user.id) location.assign('/')
})
