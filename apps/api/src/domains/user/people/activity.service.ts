import type { ActiveToggle, CustomerUser } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { closeLogin, reopenLogin, withCustomerAndLogins } from '../../auth/person/login.service.ts'
import { expectAdminLeft } from '../access/access.service.ts'
import { dropFromLists } from '../customer/address.service.ts'
import { cancelHandOverTo } from '../invite/hand-over.service.ts'
import { expectFreeSeat } from '../invite/seats.service.ts'
import { updateActive } from './people.queries.ts'
import { expectAllowed, lockActorAndTarget, readUser } from './people.service.ts'

/**
 * Deactivates or reactivates a person. A deactivation also ends the person's sessions, access tokens and temporary password in the same transaction,
 * so that the next call with any of them is refused. The person's records stay on file, and the person's access to locations is kept for a later
 * reactivation.
 * @throws AppError with the error that `findRefusal` returns; last_admin if the caller did not confirm that a location loses its last admin; no_seat,
 * not_subscribed for a reactivation.
 */
export function toggleActive(ctx: Context, session: Session, { userId, to, leaveWithoutAdmin }: ActiveToggle): Promise<CustomerUser> {
  return withCustomerAndLogins(ctx, session, async (tx, logins) => {
    const scene = await lockActorAndTarget(tx, session, userId)
    const { target } = scene
    const isActive = to ?? !target.isActive
    expectAllowed(isActive ? 'reactivate' : 'deactivate', scene)
    if (isActive === target.isActive) {
      auditNothing(session)
      return readUser(tx, session, userId)
    }
    const whose = { customerId: session.customerId, userId }
    const about = { subject: 'user', subjectId: userId } as const
    if (isActive) {
      await expectFreeSeat(tx, session.now)
      await reopenLogin(logins, whose)
      await audit(tx, session, { action: 'user.reactivate', ...about })
    } else {
      expectAdminLeft(scene, undefined, leaveWithoutAdmin)
      const { tokens } = await closeLogin(logins, whose, session.now)
      await cancelHandOverTo(tx, session, userId)
      await dropFromLists(tx, session, target.row.emailAddress)
      const detail = tokens.length ? { revoked: tokens } : {}
      await audit(tx, session, { action: 'user.deactivate', ...about, detail })
    }
    await updateActive(tx, userId, isActive, session.now)
    return readUser(tx, session, userId)
  })
}
