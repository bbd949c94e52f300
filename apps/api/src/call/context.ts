import type { Access } from '../db/customer-tx.ts'
import type { CustomerTx } from '../db/types.ts'
import type { Session } from './access/access.ts'
import type { CallNotes } from './call-notes.ts'
import type { Deps } from './deps.ts'

/** What an adapter (tRPC or REST) knows of the request. */
export interface RequestFacts {
  token: string | undefined
  /** The token came as a REST call's own header, where an access token may stand too (decision 46). */
  takesAccessToken?: boolean
  /** A program calls over REST: its contract alone counts, and nobody answers a question. A browser's cookie is no program. */
  isRest?: boolean
  address: string
  userAgent: string | undefined
  timeZone: string | undefined
  /** Polling and timed refetches are no activity (decision 4). */
  isBackground: boolean
  requestId: string
  /** Where the caller's browser is, for links in mails: `https://seriatim.example`. */
  origin?: string
  signal?: AbortSignal
  /**
   * Of a call whose body is a file: stores it once the ladder let the caller through (decision 18).
   *
   * @returns the procedure's input.
   */
  takeFile?(ctx: SignedInContext): Promise<unknown>
  /** Hands a new token to the caller: a cookie for tRPC, a field for REST. */
  issueToken(token: string | null): void
}

export interface PendingSession {
  sessionId: number
  loginId: number
  step: 'totp' | 'changePassword' | 'signedIn'
  token: string
  /** The token was replaced a moment ago: good for one more minute, and not to be rotated again. */
  isPrevious: boolean
}

export interface Context extends Deps {
  request: RequestFacts
  /** Who called, whatever the session is good for yet. */
  pending: PendingSession | null
  /** Set only when fully signed in. */
  session: Session | null
  now: Date
  /** Each call of a batch has its own. */
  notes: CallNotes
  /** One short transaction of the caller's customer, for procedures that have none of their own. */
  inTx<T>(access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T>
}

export interface SignedInContext extends Context {
  session: Session
}
