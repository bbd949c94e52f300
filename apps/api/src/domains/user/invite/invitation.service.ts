import {
  type CustomerUser,
  type NewInvitation,
  type OpenInvitation,
  type PendingSession,
  type TakeInvitation,
  writeFullName,
} from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { tokenHash } from '../../../core/secrets.ts'
import type { CustomerTx, Scope } from '../../../db/types.ts'
import { authErrors } from '../../auth/auth.facts.ts'
import { addLogin, hashNewPassword, isSignInTaken, withCustomerAndLogins } from '../../auth/person/login.service.ts'
import { startSignIn } from '../../auth/sign-in/auth.service.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { userInvitationMails } from '../customer/customer.mails.ts'
import { insertAccess, lockPeople } from '../people/people.queries.ts'
import { expectAllowed, expectLocation, lockActorAndTarget, lockPeopleOf, readPeople, readUser } from '../people/people.service.ts'
import { userErrors } from '../user.facts.ts'
import { findInvitation, insertInvited, markTaken, markWithdrawn } from './invitation.queries.ts'
import { INVITATION_DAYS, mailInvitation } from './invitation-link.service.ts'
import { invitationMail } from './invitation-mail.ts'
import { expectFreeSeat } from './seats.service.ts'

/**
 * Invites somebody: creates a user who holds a seat but has no sign-in yet, and emails a link. An address that signs in to another organization gets
 * the same answer and the same email; only the person who opens the link learns that the address cannot be used here.
 *
 * @throws AppError invite_needs_location for a location admin who names none, location_not_found, not_allowed; user_known; no_seat, not_subscribed.
 */
export async function invite(ctx: Context & { tx: CustomerTx }, session: Session, input: NewInvitation): Promise<CustomerUser> {
  const { tx } = ctx
  const { actor } = await lockPeopleOf(tx, session)
  const locationIds = [...new Set(input.customerLocationIds ?? [])]
  for (const locationId of locationIds) await expectLocation(tx, session, locationId)
  if (!actor.isCustomerAdmin && locationIds.length === 0)
    throw new AppError(userErrors.invite_needs_location, { facts: { field: 'customerLocationIds' } })
  for (const locationId of locationIds.length ? locationIds : [null]) must(session, 'user:manage', locationId)
  const administers = (locationId: number) => actor.access.some((one) => one.isAdmin && one.locationId === locationId)
  // Also checks the caller's rights in the locked rows, because the session has the rights from the start of the call, and somebody may have changed
  // them since.
  if (!actor.isCustomerAdmin && !locationIds.every(administers)) throw new AppError(coreErrors.not_allowed)
  const emailAddress = input.emailAddress.trim()
  if ((await readPeople(tx)).some(({ row }) => row.emailAddress.toLowerCase() === emailAddress.toLowerCase()))
    throw new AppError(userErrors.user_known, { facts: { field: 'emailAddress' } })
  await expectFreeSeat(tx, session.now)
  const userId = await insertInvited(tx, {
    emailAddress,
    firstName: input.firstName,
    lastName: input.lastName,
    title: input.jobTitle?.trim() || null,
    invitedAt: session.now,
    invitedById: session.userId,
  })
  for (const locationId of locationIds)
    await insertAccess(tx, { userId, locationId, isAdmin: false, grantedAt: session.now, grantedById: session.userId })
  await sendLink(ctx, session, userId)
  const detail = { emailAddress, locationIds }
  await audit(tx, session, { action: 'user.invite', subject: 'user', subjectId: userId, detail })
  return readUser(tx, session, userId)
}

/** Sends a new link for 7 more days; the previous one no longer works. @throws AppError with the error that `findRefusal` returns. */
export async function resendInvitation(ctx: Context & { tx: CustomerTx }, session: Session, userId: number): Promise<CustomerUser> {
  const { tx } = ctx
  expectAllowed('resend', await lockActorAndTarget(tx, session, userId))
  await sendLink(ctx, session, userId)
  await audit(tx, session, { action: 'user.inviteAgain', subject: 'user', subjectId: userId })
  return readUser(tx, session, userId)
}

/** Withdraws an invitation: its link no longer works, and the seat is free. @throws AppError with the error that `findRefusal` returns. */
export async function withdrawInvitation(tx: CustomerTx, session: Session, userId: number): Promise<void> {
  const scene = await lockActorAndTarget(tx, session, userId)
  expectAllowed('withdraw', scene)
  const { row, access } = scene.target
  await markWithdrawn(tx, userId, session.now)
  const administered = access.filter((one) => one.isAdmin).map((one) => one.locationId)
  const detail = { emailAddress: row.emailAddress, locationIds: access.map((one) => one.locationId), administered }
  await audit(tx, session, { action: 'user.inviteWithdrawn', subject: 'user', subjectId: userId, detail })
}

async function sendLink(ctx: Context & { tx: CustomerTx }, session: Session, userId: number): Promise<void> {
  const { tx, config, request } = ctx
  const [person] = await readPeople(tx, [userId])
  if (!person) throw new AppError(userErrors.user_not_found)
  const customerName = await getCustomerName(tx)
  const to = { customerId: session.customerId, userId, emailAddress: person.row.emailAddress, origin: config.publicUrl ?? request.origin }
  await mailInvitation(ctx, { ...to, sentById: session.userId, now: session.now }, (link) => ({
    kind: userInvitationMails,
    senderId: session.userId,
    replyTo: session.emailAddress,
    subject: `${writeFullName(session)} invites you to ${config.brand}`,
    text: invitationMail({ brand: config.brand, link, days: INVITATION_DAYS, person, session, customerName }),
  }))
}

/** The scope of a link's customer, whose id precedes the secret in the link. In this scope, row security hides every other customer's rows. */
function makeScope(invitation: string): Scope {
  return { customerId: Number(invitation.split('-')[0]), userId: null, scope: 'all', locationIds: [] }
}

/** Finds the invitation that a link is for. @throws AppError invitation_over, whatever is wrong with the link or the invitation. */
async function openLink(tx: CustomerTx, invitation: string, now: Date) {
  const found = await findInvitation(tx, tokenHash(invitation.slice(invitation.indexOf('-') + 1)))
  if (!found || found.takenAt || found.withdrawnAt || !found.isActive || found.endsAt <= now) throw new AppError(userErrors.invitation_over)
  return found
}

export function readInvitation(ctx: Context, invitation: string): Promise<OpenInvitation> {
  return withCustomerAndLogins(ctx, makeScope(invitation), async (tx, logins) => {
    const found = await openLink(tx, invitation, ctx.now)
    if (await isSignInTaken(logins, found.emailAddress)) throw new AppError(userErrors.invitation_address_taken)
    const [person] = await readPeople(tx, [found.userId])
    const { firstName, lastName, emailAddress, customerName, endsAt } = found
    return {
      firstName,
      lastName,
      emailAddress,
      customerName,
      invitedBy: found.sentById === found.userId ? null : { firstName: found.senderFirstName, lastName: found.senderLastName },
      endsAt: endsAt.toISOString(),
      locations: person?.places.map(({ name }) => name) ?? [],
    }
  })
}

/**
 * Creates the login with the invited person's password, once; then mails a code as at every sign-in. @throws AppError invitation_over,
 * invitation_address_taken, passwords_differ or the error of the password rule that is broken.
 */
export async function acceptInvitation(ctx: Context, input: TakeInvitation): Promise<PendingSession> {
  const { invitation, newPassword, repeatNewPassword } = input
  if (newPassword !== repeatNewPassword) throw new AppError(authErrors.passwords_differ, { facts: { field: 'repeatNewPassword' } })
  await readInvitation(ctx, invitation) // Checked before hashing, which costs more
  const passwordHash = await hashNewPassword(newPassword)
  const emailAddress = await withCustomerAndLogins(ctx, makeScope(invitation), async (tx, logins) => {
    await lockPeople(tx)
    // Checked again under the lock, because somebody may have accepted or withdrawn the invitation in the meantime.
    const { userId, customerId, emailAddress } = await openLink(tx, invitation, ctx.now)
    if (await isSignInTaken(logins, emailAddress)) throw new AppError(userErrors.invitation_address_taken)
    await addLogin(logins, { customerId, userId, emailAddress, passwordHash })
    await markTaken(tx, userId, ctx.now)
    await audit(tx, { now: ctx.now, userId, notes: ctx.notes }, { action: 'user.join', subject: 'user', subjectId: userId })
    return emailAddress
  })
  return startSignIn(ctx, { emailAddress, password: newPassword })
}
