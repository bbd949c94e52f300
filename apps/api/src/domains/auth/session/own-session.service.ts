import type { OpenSession } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import { authErrors } from '../auth.facts.ts'
import { listOpenSessions, revokeSession, revokeSessions } from '../auth.queries.ts'
import { describeDevice } from '../sign-in/device.rules.ts'

/** The caller's sessions: the current one first, then the others, most recently used first. */
export async function readSessions(ctx: Context, session: Session): Promise<OpenSession[]> {
  const idleSince = new Date(ctx.now.getTime() - ctx.config.sessionIdleMinutes * MINUTE_MS)
  const rows = await withSystem(ctx.system, (tx) => listOpenSessions(tx, session.loginId, { now: ctx.now, idleSince }))
  const sessions = rows.map(({ id, address, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === session.sessionId,
  }))
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** @throws AppError session_not_found for a session that has ended or belongs to another person. */
export async function endSession(ctx: Context, session: Session, sessionId: number): Promise<void> {
  const open = await readSessions(ctx, session)
  const wanted = open.find(({ id }) => id === sessionId)
  if (!wanted) throw new AppError(authErrors.session_not_found)
  await withSystem(ctx.system, async (tx) => {
    await revokeSession(tx, sessionId, ctx.now)
    const detail = { device: wanted.device, address: wanted.address }
    await audit(await enterCustomer(tx, session), session, { action: 'session.end', subject: 'session', subjectId: sessionId, detail })
  })
  if (wanted.isCurrent) ctx.request.issueToken(null)
}

export async function endOtherSessions(ctx: Context, session: Session): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    await revokeSessions(tx, session.loginId, ctx.now, session.sessionId)
    await audit(await enterCustomer(tx, session), session, { action: 'session.endOthers', subject: 'user', subjectId: session.userId })
  })
}
