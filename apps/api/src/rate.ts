import { normalizeIP } from '@fastify/rate-limit'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'

const windows = new WeakMap<object, Map<string, { start: number; calls: number }>>()
const MINUTE = 60_000
/** A flood of addresses must not fill the memory. */
const MOST = 50_000

/**
 * Counts one call, not one request: a batch of ten counts ten. Signed-in callers are counted by session, others by address.
 *
 * @throws AppError too_many_calls beyond `callsPerMinute` of the configuration.
 */
export function takeCall({ config, session, request, now }: Pick<Context, 'config' | 'session' | 'request' | 'now'>): void {
  const counts = windows.get(config) ?? new Map<string, { start: number; calls: number }>()
  windows.set(config, counts)
  const key = session ? `s${session.sessionId}` : `a${networkOf(request.address)}`
  const time = now.getTime()
  const window = counts.get(key)
  if (!window || time - window.start >= MINUTE) {
    if (counts.size >= MOST) forget(counts, time)
    counts.set(key, { start: time, calls: 1 })
    return
  }
  window.calls += 1
  if (window.calls > config.callsPerMinute)
    throw new AppError('too_many_calls', { retryAfter: Math.max(1, Math.ceil((window.start + MINUTE - time) / 1000)) })
}

/** Drops what is over; where that is not enough, the windows that began first: a flood does not free those who caused it just now. */
function forget(counts: Map<string, { start: number; calls: number }>, time: number): void {
  for (const [key, { start }] of counts) if (time - start >= MINUTE) counts.delete(key)
  for (const key of counts.keys()) {
    if (counts.size < MOST * 0.9) break
    counts.delete(key)
  }
}

/**
 * What limits count an address as: of IPv6 the /64, because that is what one caller has and may choose from freely; an IPv4 address in IPv6's
 * clothes as IPv4.
 */
export function networkOf(address: string): string {
  try {
    return normalizeIP(address.replace(/%.*$/, ''))
  } catch {
    return address
  }
}
