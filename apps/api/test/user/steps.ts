import type { CustomerUser } from '@seriatim/schema'
import type { TestDb, TestUser } from '../harness.ts'
import { mark } from '../make.ts'

export const NEW_PASSWORD = 'Fresh-Horse-9!'

interface Invited {
  user: CustomerUser
  emailAddress: string
  /** The token in the link of the newest invitation email. */
  invitation: string
}

/** Returns the token in the link of the newest invitation sent to an address. */
export async function linkTo(t: TestDb, emailAddress: string): Promise<string> {
  await t.runJobs()
  const mail = (await t.mailbox.list(emailAddress)).find(({ text }) => text.includes('/invitation#'))
  const link = mail?.text.match(/\/invitation#(\S+)/)?.[1]
  if (!link) throw new Error(`No invitation came to ${emailAddress}.`)
  return link
}

/** Invites a person to the locations that the inviter administers, or to the given ones. */
export async function inviteBy(t: TestDb, by: TestUser, customerLocationIds?: number[]): Promise<Invited> {
  const emailAddress = `new.${mark()}@mail.tst`
  const me = await t.as(by).user.readOneById()
  const own = me.userCustomerLocations.filter((one) => one.isAdmin).map((one) => one.customerLocationId)
  const user = await t.as(by).user.createOne({
    emailAddress,
    firstName: 'Nia',
    lastName: 'New',
    jobTitle: 'Technician',
    customerLocationIds: customerLocationIds ?? own,
  })
  return { user, emailAddress, invitation: await linkTo(t, emailAddress) }
}

/** Invites a person, who accepts the invitation. */
export async function joinBy(t: TestDb, by: TestUser, customerLocationIds?: number[]): Promise<TestUser> {
  const { user, emailAddress, invitation } = await inviteBy(t, by, customerLocationIds)
  await t.anonymous().invitation.takeOne({ invitation, newPassword: NEW_PASSWORD, repeatNewPassword: NEW_PASSWORD })
  const [login] = await t.query<{ id: number }>('select id::int as id from login where email_address = $1', [emailAddress])
  return { userId: user.id, loginId: login?.id ?? 0, emailAddress }
}
