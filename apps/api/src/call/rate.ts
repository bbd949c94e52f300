import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { networkOf } from '../core/network.ts'
import type { Session } from './access/access.ts'
import type { Context, RequestFacts } from './context.ts'

/**
 * Counts one call, not one request: a batch of ten counts as ten. Signed-in callers count by session, others by address.
 *
 * @throws AppError too_many_calls above the configured `callsPerMinute`.
 */
export function countCall({
  config,
  calls,
  session,
  request,
  now,
}: Pick<Context, 'config' | 'calls' | 'session' | 'now'> & { request: Pick<RequestFacts, 'address'> }): void {
  const caller = session ? nameCaller(session) : `a${networkOf(request.address)}`
  const retryAfter = calls.take(caller, config.callsPerMinute, now)
  if (retryAfter !== undefined) throw new AppError(coreErrors.too_many_calls, { retryAfter })
}

/** Key of a caller: a session by its id, an access token by its negative id, or a delivery token by its customer and door. */
export const nameCaller = ({ sessionId, customerId, doorId }: Pick<Session, 'sessionId' | 'customerId' | 'doorId'>): string =>
  doorId === undefined ? `s${sessionId}` : `d${customerId}.${doorId}`
