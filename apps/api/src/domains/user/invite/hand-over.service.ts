import { type HandOver, type PasswordFor, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { confirmPassword } from '../../auth/password/app-code.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { auditAccess } from '../access/access.service.ts'
import { handOverMails } from '../customer/customer.mails.ts'
import { insertAccess, selectLocationNames, updateAccess } from '../people/people.queries.ts'
import { lockActorAndTarget, lockPeopleOf, type PersonWithAccess } from '../people/people.service.ts'
import { userErrors } from '../user.facts.ts'
import {
  acceptHandOver,
  endHandOver,
  findOpenHandOver,
  insertHandOver,
  type OpenHandOver,
  updateCustomerAdmin,
} from './hand-over.queries.ts'

const HAND_OVER_DAYS = 7

/** The pending hand-over, visible to its two people only. */
export async function readHandOver(tx: CustomerTx, session: Session): Promise<HandOver | null> {
  const open = await findOpenHandOver(tx)
  if (!open || open.endsAt <= session.now || !isBetween(open, session.userId)) return null
  return {
    from: { id: open.fromUserId, firstName: open.giverFirstName, lastName: open.giverLastName },
    to: { id: open.toUserId, firstName: open.takerFirstName, lastName: open.takerLastName },
    askedAt: open.askedAt.toISOString(),
    endsAt: open.endsAt.toISOString(),
  }
}

const isBetween = ({ fromUserId, toUserId }: OpenHandOver, userId: number) => userId === fromUserId || userId === toUserId

/**
 * Offers the customer admin role to a person, after checking the admin's own password. Nothing changes until the offer is accepted.
 *
 * @throws AppError needs_person, app_password_wrong, sign_in_locked; not_allowed; hand_over_open; hand_over_not_to for a person who cannot accept it.
 */
export async function offerAdminRole(ctx: Context, session: Session, { userId, password }: PasswordFor): Promise<void> {
  await confirm(ctx, session, password)
  await ctx.inTx('read write', async (tx) => {
    const { actor, target } = await lockActorAndTarget(tx, session, userId)
    if (!actor.isCustomerAdmin) throw new AppError(coreErrors.not_allowed)
    if (target.isCustomerAdmin || !target.isActive || !target.hasJoined) throw new AppError(userErrors.hand_over_not_to)
    const open = await findOpenHandOver(tx)
    if (open && open.endsAt > session.now) throw new AppError(userErrors.hand_over_open)
    if (open) await endHandOver(tx, open.id, open.endsAt, null)
    const endsAt = new Date(session.now.getTime() + HAND_OVER_DAYS * DAY_MS)
    await insertHandOver(tx, { fromUserId: session.userId, toUserId: userId, askedAt: session.now, endsAt })
    const link = `${ctx.config.publicUrl ?? ctx.request.origin ?? ''}/handover`
    const text = `${writeFullName(session)} asks you to become the customer admin of your organization in ${ctx.config.brand}: with all permissions, at every location.\n\nAccept or decline the request within ${HAND_OVER_DAYS} days, with your password:\n\n${link}\n`
    await sendMail(tx, session, {
      kind: handOverMails,
      to: [target.row.emailAddress],
      subject: `${ctx.config.brand}: request to become the customer admin`,
      text,
    })
    await audit(tx, session, { action: 'customer.handOverAsked', subject: 'user', subjectId: userId })
  })
}

/**
 * Accepts the role, after checking the person's own password: the person becomes the customer admin, and the former one an admin of every location.
 *
 * @throws AppError needs_person, app_password_wrong, sign_in_locked; hand_over_not_found if there is no longer an offer for the caller.
 */
export async function acceptAdminRole(ctx: Context, session: Session, password: string): Promise<void> {
  await confirm(ctx, session, password)
  await ctx.inTx('read write', async (tx) => {
    const { everybody, actor } = await lockPeopleOf(tx, session)
    const open = await findOpenHandOver(tx)
    const giver = everybody.find(({ id }) => id === open?.fromUserId)
    if (!open || open.toUserId !== actor.id || open.endsAt <= session.now || !giver?.isCustomerAdmin)
      throw new AppError(userErrors.hand_over_not_found)
    await acceptHandOver(tx, open.id, session.now)
    await updateCustomerAdmin(tx, session.customerId, actor.id)
    await makeAdminEverywhere(tx, session, giver)
    await sendMail(tx, session, {
      kind: handOverMails,
      to: [giver.row.emailAddress],
      subject: `${ctx.config.brand}: ${writeFullName(session)} is now the customer admin`,
      text: `${writeFullName(session)} is now the customer admin of your organization. You are an admin of every location.\n`,
    })
    const detail = {
      field: 'customer admin',
      before: writeFullName(giver.row),
      after: writeFullName(session),
      fromUserId: giver.id,
      toUserId: actor.id,
    }
    await audit(tx, session, { action: 'customer.handOver', subject: 'customer', subjectId: session.customerId, detail })
  })
}

/**
 * Ends the offer to hand over the customer admin's role, because the admin cancels it or the other person declines it.
 * @throws AppError hand_over_not_found.
 */
export async function cancelHandOver(tx: CustomerTx, session: Session): Promise<void> {
  await lockPeopleOf(tx, session)
  const open = await findOpenHandOver(tx)
  if (!open || !isBetween(open, session.userId)) throw new AppError(userErrors.hand_over_not_found)
  await endHandOver(tx, open.id, session.now, session.userId)
  const detail = { how: open.toUserId === session.userId ? 'declined' : 'withdrawn' }
  await audit(tx, session, { action: 'customer.handOverEnded', subject: 'user', subjectId: open.toUserId, detail })
}

/** Ends the open offer of the customer admin's role if it was made to this person, who is being deactivated and can no longer accept it. */
export async function cancelHandOverTo(tx: CustomerTx, session: Session, userId: number): Promise<void> {
  const open = await findOpenHandOver(tx)
  if (open?.toUserId !== userId) return
  await endHandOver(tx, open.id, session.now, session.userId)
  const detail = { how: 'they were deactivated' }
  await audit(tx, session, { action: 'customer.handOverEnded', subject: 'user', subjectId: userId, detail })
}

async function makeAdminEverywhere(tx: CustomerTx, session: Session, { id: userId, access }: PersonWithAccess): Promise<void> {
  for (const { id: locationId } of await selectLocationNames(tx).execute()) {
    const there = access.find((one) => one.locationId === locationId)
    if (there?.isAdmin) continue
    if (there) await updateAccess(tx, { userId, locationId }, true)
    else await insertAccess(tx, { userId, locationId, isAdmin: true, grantedAt: session.now, grantedById: session.userId })
    await auditAccess(tx, session, there ? 'access.makeAdmin' : 'access.grant', {
      userId,
      locationId,
      before: there ? 'user' : 'none',
      after: 'admin',
    })
  }
}

async function confirm(ctx: Context, session: Session, password: string): Promise<void> {
  if (!ctx.pending) throw new AppError(coreErrors.needs_person)
  await confirmPassword(ctx, session, password)
}
