import type { Context } from '../../../call/context.ts'
import { DAY_MS } from '../../../core/day.ts'
import { newToken, tokenHash } from '../../../core/secrets.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { sendMail } from '../../mail/mail.service.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { invitationMails } from '../customer/customer.mails.ts'
import { readPeople } from '../people/people.service.ts'
import { saveInvitation } from './invitation.queries.ts'
import { adminInvitationMail } from './invitation-mail.ts'

export const INVITATION_DAYS = 7

type Parts = Pick<Context, 'config' | 'secrets'> & { tx: CustomerTx }

interface Invited {
  customerId: number
  userId: number
  emailAddress: string
  /** Id of the person who invites; for a customer's first person, that person's own id. */
  sentById: number
  now: Date
  /** Base URL of the product, such as `https://seriatim.example.com`. */
  origin: string | null | undefined
}

interface Letter {
  kind: MailKind
  /** Id of the person who sends the email; null if the product sends it. */
  senderId: number | null
  replyTo?: string
  subject: string
  text: string
}

/** Emails a new link; the previous one no longer works. */
export async function mailInvitation(
  { tx, secrets }: Parts,
  { customerId, userId, emailAddress, sentById, now, origin }: Invited,
  write: (link: string) => Letter,
): Promise<void> {
  const secret = newToken()
  const { senderId, text, ...letter } = write(`${origin ?? ''}/invitation#${customerId}-${secret}`)
  const mailId = await sendMail(tx, { userId: senderId, now }, { ...letter, to: [emailAddress], text: secrets.encrypt(text) })
  const endsAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
  await saveInvitation(tx, { userId, tokenHash: tokenHash(secret), sentAt: now, sentById, endsAt, mailId })
}

/**
 * Emails a link to the customer admin of a new customer, because nobody else at the customer can invite that person.
 *
 * @returns the recipient's address; undefined if there is no such customer, or the admin has joined.
 */
export async function inviteCustomerAdmin(parts: Parts, { customerId, now, origin }: Pick<Invited, 'customerId' | 'now' | 'origin'>) {
  const admin = (await readPeople(parts.tx)).find(({ isCustomerAdmin }) => isCustomerAdmin)
  if (!admin || admin.hasJoined) return undefined
  const { brand } = parts.config
  const { emailAddress, firstName } = admin.row
  const customerName = await getCustomerName(parts.tx)
  const to = { customerId, userId: admin.id, emailAddress, sentById: admin.id, now, origin }
  await mailInvitation(parts, to, (link) => ({
    kind: invitationMails,
    senderId: null,
    subject: `${customerName} is ready in ${brand}`,
    text: adminInvitationMail({ brand, link, days: INVITATION_DAYS, customerName, firstName }),
  }))
  return emailAddress
}
