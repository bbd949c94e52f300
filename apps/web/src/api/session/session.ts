import type { SessionData, SignedInUser } from '@seriatim/schema'
import { CACHE_DATABASE } from '../../offline/cache-name.ts'
import { makeStore } from '../../ui/state/store.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NOT_AUTHENTICATED } from '../messages.ts'

/** Local-storage key that the specification prescribes for session data. The token is never part of it, because it lives in an HttpOnly cookie. */
const KEY = 'auth_data'
const NOTICE = 'seriatim-notice'
const DEFAULT_ZONE = 'America/Los_Angeles'

export interface StoredSession {
  step: SessionData['step']
  expiresAt: string
  /** Time at which the session ends if it is not used before then; every call except background calls extends it. */
  idleExpiresAt?: string
  /** Idle timeout in milliseconds, from the last answer that stated the session's end. */
  idleLength?: number
  user_timezone: string
  delivery?: 'email' | 'app' | undefined
  sentTo?: string | undefined
  user?: SignedInUser | null
  customer?: SessionData['customer']
}

/** Answer to a call that signs the user in. Only REST answers contain `token`; the web app never stores it. */
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
    return whole ? (data as StoredSession) : undefined // only this file writes it, and it grants no access: the server checks the cookie
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
  leaving = false
  const idle = answer.idleExpiresAt ? { idleLength: Math.max(0, Date.parse(answer.idleExpiresAt) - now) } : {}
  keep({ ...answer, ...idle, user_timezone: browserZone() })
}

/** Removes only the session and the offline cache. Theme, scanner settings and unsent scans belong to the device and stay. */
export function clearSession(): void {
  localStorage.removeItem(KEY)
  globalThis.indexedDB?.deleteDatabase(CACHE_DATABASE)
  // Messages for one person must not be shown to the next.
  toast.clear()
  current.set(undefined)
}

/** Restarts the idle timeout, because a call was answered. Saves the time at most every 15 s, so that scans don't each cost a write. */
export function touchSession(now = Date.now()): void {
  const session = current.get()
  if (!session?.idleLength || !session.idleExpiresAt) return
  const end = Math.min(now + session.idleLength, Date.parse(session.expiresAt))
  if (end - Date.parse(session.idleExpiresAt) < 15_000) return
  keep({ ...session, idleExpiresAt: new Date(end).toISOString() })
}

/**
 * True from the moment at which this page learns that the session has ended until the next sign-in or reload. 401s of calls still in flight are then
 * ignored.
 */
let leaving = false

/**
 * Ends the session at the user's request: on the server, and on this device even if the call to the server fails. The server refuses calls that are
 * still in flight, which must not reload the page with "Not Authenticated".
 */
export async function endSession(call: () => Promise<unknown>): Promise<void> {
  leaving = true
  try {
    await call()
  } catch {
    // The session may have ended already. If the network is down, the session expires on the server by itself.
  }
  clearSession()
}

/** Called for every 401: clears the session, goes to `/`, and explains why after the reload. */
export function endUnauthenticated(go: (path: string) => void = (path) => location.assign(path)): void {
  if (leaving) return
  leaving = true
  clearSession()
  sessionStorage.setItem(NOTICE, NOT_AUTHENTICATED)
  go('/')
}

/** Shows the message that `endUnauthenticated` stored before the page was reloaded, and deletes it. */
export function showNotice(): void {
  leaving = false
  const notice = sessionStorage.getItem(NOTICE)
  if (!notice) return
  sessionStorage.removeItem(NOTICE)
  toast.attention(notice, { everywhere: true })
}

/** Adopts the change after the user signed in, signed out or was active in another tab. If another person has signed in, loads the start page. */
globalThis.addEventListener?.('storage', (event: StorageEvent) => {
  if (event.key !== KEY && event.key !== null) return
  const before = current.get()
  const next = read()
  current.set(next)
  if (before?.user && next?.user?.id !== before.user.id) location.assign('/')
})
