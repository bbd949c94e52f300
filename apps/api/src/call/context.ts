import type { AccessScope } from '@seriatim/schema'
import type { Access } from '../db/customer-tx.ts'
import type { CustomerTx } from '../db/types.ts'
import type { Session } from './access/access.ts'
import type { CallNotes } from './call-notes.ts'
import type { Deps } from './deps.ts'

/** An adapter's (tRPC's or REST's) data about the request. */
export interface RequestFacts {
  token: string | undefined
  /** True if the token came in the authorization header of a REST call. Only there does the server accept access tokens (decision 46). */
  takesAccessToken?: boolean
  /**
   * True for a REST call from a program: it gets only the documented answers, never one that asks a person to confirm. False for a REST call with the
   * browser's session cookie, because it comes from one of our pages.
   */
  isRest?: boolean
  /** The scope that an access token needs for this call; undefined if no limited token may make it. */
  scope?: AccessScope
  address: string
  userAgent: string | undefined
  timeZone: string | undefined
  /** True for polling and timed refetches, which do not count as activity (decision 4). */
  isBackground: boolean
  requestId: string
  /** Base address of the caller's browser, for links in emails: `https://seriatim.example`. */
  origin?: string
  signal?: AbortSignal
  /**
   * Stores the call's body as a file, once the procedure ladder has admitted the caller (decision 18).
   *
   * @returns the procedure's input.
   */
  takeFile?(ctx: SignedInContext): Promise<unknown>
  /** Called with a mutation's output, in the mutation's transaction, just before the commit. An error thrown here rolls the mutation back. */
  beforeCommit?(tx: CustomerTx, output: unknown): Promise<void>
  /** Hands a new token to the caller: a cookie for tRPC, a field for REST. */
  issueToken(token: string | null): void
}

export interface PendingSession {
  sessionId: number
  loginId: number
  step: 'totp' | 'changePassword' | 'signedIn'
  token: string
  /**
   * True if the caller sent a token that was replaced a moment ago. Such a token works for one minute after its replacement and must not be rotated
   * again.
   */
  isPrevious: boolean
}

export interface Context extends Deps {
  request: RequestFacts
  /** The caller, even before sign-in is complete; null without a valid token. */
  pending: PendingSession | null
  /** The caller's session; null until sign-in is complete. */
  session: Session | null
  now: Date
  /** Each call of a batch has its own notes. */
  notes: CallNotes
  /** Opens a short transaction of the caller's customer, for procedures that run without one. */
  inTx<T>(access: Access, work: (tx: CustomerTx) => Promise<T>): Promise<T>
}

export interface SignedInContext extends Context {
  session: Session
}
