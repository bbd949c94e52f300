import { z } from 'zod'
import { auditLine } from './audit.ts'
import { id, isOneLine, isoDate, isoInstant, personName } from './common.ts'
import { splitAddresses } from './mail-address.ts'

export const customer = z.object({ id, name: z.string(), adminId: id })
export type Customer = z.infer<typeof customer>

/** Access of one person to one location. */
export const userAccess = z.object({ customerLocationId: id, isAdmin: z.boolean(), customerLocation: z.object({ id, name: z.string() }) })
export type UserAccess = z.infer<typeof userAccess>

/** `expired`: invited, but the link no longer works. An unaccepted invitation occupies a seat anyway (decision 61). */
export const userStatus = z.enum(['active', 'invited', 'expired', 'deactivated'])
export type UserStatus = z.infer<typeof userStatus>

/**
 * Actions on a person or on a person's access at one location. Answers list those that the caller may perform; the server checks every call anyway.
 */
export const personAction = z.enum([
  'grant',
  'remove',
  'makeAdmin',
  'revokeAdmin',
  'deactivate',
  'reactivate',
  'resend',
  'withdraw',
  'resetApp',
])
export type PersonAction = z.infer<typeof personAction>

/**
 * A person as shown to those who manage users. A location admin sees access only at their own locations, and email addresses only of people there.
 */
export const customerUser = z.object({
  id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  title: z.string().nullable(),
  isActive: z.boolean(),
  customerId: id,
  customer: z.object({ id, adminId: id }),
  userContacts: z.array(z.object({ type: z.literal('EMAIL'), contactInfo: z.string() })),
  userCustomerLocations: z.array(userAccess),
  status: userStatus,
  /** Time at which the invitation link expires. */
  invitationEndsAt: isoInstant.nullable(),
})
export type CustomerUser = z.infer<typeof customerUser>

export const userRef = z.object({ userId: id })

const name = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter the ${what}.`)
    .max(80, `A ${what} has at most 80 characters.`)
    .refine(isOneLine, `A ${what} must be one line of text.`)

/** An email address alone, without a name and without further addresses. */
export const emailAddress = z
  .string()
  .trim()
  .max(254, 'An email address has at most 254 characters.')
  .refine((text) => {
    const { good, bad } = splitAddresses(text)
    return good.length === 1 && bad.length === 0
  }, 'Invalid Email Address')
  // The address may be surrounded by semicolons. They are removed, because people sign in with the plain address.
  .transform((text) => splitAddresses(text).good[0] ?? text)

export const newInvitation = z.object({
  emailAddress,
  firstName: name('first name'),
  lastName: name('last name'),
  jobTitle: z
    .string()
    .trim()
    .max(80, 'A job title has at most 80 characters.')
    .refine(isOneLine, 'A job title is one line of text.')
    .nullish(),
  customerLocationIds: z.array(id).max(1000, 'Choose at most 1,000 locations.').optional(),
})
export type NewInvitation = z.infer<typeof newInvitation>

/** Input of a serious action on a person's account: the person, and the caller's own password as confirmation. */
export const passwordFor = userRef.extend({ password: z.string().max(1024, 'This is too long for a password.') })
export type PasswordFor = z.infer<typeof passwordFor>

/** How many users the subscriptions allow, and how many of these seats are taken; open invitations take seats too (decisions 38 and 61). */
export const seats = z.object({
  allowed: z.union([z.int().nonnegative(), z.literal('unlimited')]),
  active: z.int(),
  invited: z.int(),
  /** Number of free seats; null if users are unlimited. */
  left: z.int().nullable(),
  /** Whether any plan is active; always true while billing is off. */
  isSubscribed: z.boolean(),
  /** End of the grace period in which people can be invited without an active subscription. */
  graceUntil: isoInstant.nullable(),
})
export type Seats = z.infer<typeof seats>

/**
 * Confirms that the change may leave the location without its own admin. Without this confirmation, the server rejects the change, so that the screen
 * can ask the user.
 */
const leaveWithoutAdmin = z.boolean().optional()

export const accessRef = z.object({ userId: id, customerLocationId: id })
export const newAccess = accessRef.extend({ isAdmin: z.boolean().default(false) })
export type NewAccess = z.infer<typeof newAccess>
export const accessRemoval = accessRef.extend({ leaveWithoutAdmin })
export type AccessRemoval = z.infer<typeof accessRemoval>
/** `to`: the state to set; if absent, the state is toggled. */
export const adminToggle = accessRef.extend({ to: z.boolean().optional(), leaveWithoutAdmin })
export type AdminToggle = z.infer<typeof adminToggle>
export const activeToggle = userRef.extend({ to: z.boolean().optional(), leaveWithoutAdmin })
export type ActiveToggle = z.infer<typeof activeToggle>

/** One entry of a location's access list. */
export const accessEntry = userAccess.extend({ userId: id, user: personName })
export type AccessEntry = z.infer<typeof accessEntry>

export const activeUserCount = z.object({ count: z.int() })
export const locationRef = z.object({ customerLocationId: id })

/** One row of a person's location table: current access, or access that could be granted. */
export const personAccess = z.object({
  customerLocationId: id,
  name: z.string(),
  access: z.enum(['admin', 'user', 'none']),
  since: isoInstant.nullable(),
  grantedBy: personName.nullable(),
  /** When access ended; set only if `access` is `none`. */
  until: isoInstant.nullable(),
  may: z.array(personAction),
  /** Whether nobody else administers the location. */
  isLastAdmin: z.boolean(),
})
export type PersonAccess = z.infer<typeof personAccess>

/** Data for a person's page: the person, their access to each location, their invitation, and the actions that the caller may take on them. */
export const personPage = z.object({
  user: customerUser,
  isCustomerAdmin: z.boolean(),
  isSelf: z.boolean(),
  may: z.array(personAction),
  locations: z.array(personAccess),
  /**
   * The person's invitation, which is for the whole customer and not only for the caller's locations; null if there is none, or if the caller may not
   * see it.
   */
  invited: z.object({ at: isoInstant, by: personName.nullable(), sentAt: isoInstant.nullable(), mail: z.string().nullable() }).nullable(),
  joinedAt: isoInstant.nullable(),
  deactivatedAt: isoInstant.nullable(),
  /** The person's sign-in data; null if the caller may not see it, or if the person has never signed in. */
  signIn: z
    .object({
      lastAt: isoInstant.nullable(),
      lastDevice: z.string().nullable(),
      devices: z.array(z.object({ device: z.string(), lastSeenAt: isoInstant })),
      secondFactor: z.enum(['email', 'app']),
      recoveryCodesLeft: z.int(),
      accessTokens: z.array(z.object({ name: z.string(), expiresAt: isoInstant, lastUsedAt: isoInstant.nullable() })),
    })
    .nullable(),
  /** The person's latest actions, for the customer admin. */
  lately: z.array(auditLine.pick({ id: true, at: true, what: true, kind: true, subjectId: true, subjectName: true })).nullable(),
})
export type PersonPage = z.infer<typeof personPage>

/** The token in an invitation's link: the customer and the secret. */
export const invitationToken = z.object({
  invitation: z
    .string()
    .max(150)
    .regex(/^\d{1,18}-[\w-]{20,100}$/, 'This link is incomplete.'),
})
const password = z.string().max(1024, 'This is too long for a password.')
export const takeInvitation = invitationToken.extend({ newPassword: password, repeatNewPassword: password })
export type TakeInvitation = z.infer<typeof takeInvitation>

/** Contents of the page that an invitation's link opens. */
export const openInvitation = z.object({
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  customerName: z.string(),
  /** Who invited; null for the customer admin of a new customer. */
  invitedBy: personName.nullable(),
  endsAt: isoInstant,
  locations: z.array(z.string()),
})
export type OpenInvitation = z.infer<typeof openInvitation>

/** A pending transfer of the customer admin role to another person (decision 61). */
export const handOver = z.object({
  from: personName.extend({ id }),
  to: personName.extend({ id }),
  askedAt: isoInstant,
  endsAt: isoInstant,
})
export type HandOver = z.infer<typeof handOver>
export const openHandOver = handOver.nullable()
export const ownPassword = z.object({ password: z.string().max(1024, 'This is too long for a password.') })

export const accessLevel = z.enum(['none', 'user', 'admin'])
export type AccessLevel = z.infer<typeof accessLevel>
/** `from`: the level that the caller saw. If this level is outdated in any of the changes, none of them is saved. */
export const accessChange = accessRef.extend({ from: accessLevel, to: accessLevel })
export type AccessChange = z.infer<typeof accessChange>
export const accessChanges = z.object({
  changes: z.array(accessChange).min(1, 'There is nothing to save.').max(500, 'Save at most 500 changes at once.'),
  leaveWithoutAdmin,
})
export type AccessChanges = z.infer<typeof accessChanges>

/** Where a role grants a right: nowhere, at the person's own locations, at the locations that the person administers, or everywhere. */
export const reach = z.enum(['nowhere', 'own', 'administered', 'everywhere'])
export type Reach = z.infer<typeof reach>
/** One row of the rights table. */
export const rightLine = z.object({
  right: z.string(),
  group: z.string(),
  what: z.string(),
  user: reach,
  locationAdmin: reach,
  customerAdmin: reach,
})
export type RightLine = z.infer<typeof rightLine>

/** The day of a review, in the caller's time zone. The review shows access at the end of that day, or the present access if the day is today. */
export const reviewDay = z.object({ day: isoDate })
const reviewAccess = z.object({ locationId: id, name: z.string(), level: accessLevel })
export const reviewPerson = personName.extend({
  id,
  emailAddress: z.string(),
  status: z.enum(['active', 'invited', 'deactivated']),
  isCustomerAdmin: z.boolean(),
  /** Locations that the person can access; the customer admin can access all. */
  access: z.array(reviewAccess),
  /** Locations that receive goods on behalf of a location that the person can access (340B). The person can view only those goods there. */
  reads: z.array(z.object({ locationId: id, name: z.string(), owner: z.string() })),
})
export type ReviewPerson = z.infer<typeof reviewPerson>
export const accessReview = z.object({
  at: isoInstant,
  locations: z.array(z.object({ id, name: z.string() })),
  people: z.array(reviewPerson),
})
export type AccessReview = z.infer<typeof accessReview>

/** The yearly access review, in which somebody confirms the access of each person who is not deactivated. */
export const reviewState = z.object({
  /** The review in progress, with one line for each person, confirmed or not; null if none is open. */
  open: z
    .object({
      begunAt: isoInstant,
      begunBy: personName,
      lines: z.array(
        z.object({
          userId: id,
          /** When somebody confirmed the person's access; null if nobody has, or if the access has changed since. */
          confirmedAt: isoInstant.nullable(),
          confirmedBy: personName.nullable(),
          isChangedSince: z.boolean(),
        }),
      ),
    })
    .nullable(),
  last: z.object({ finishedAt: isoInstant, by: personName }).nullable(),
})
export type ReviewState = z.infer<typeof reviewState>
/** Whether the yearly review is due; `lastFinishedAt` is null if none has been completed yet. */
export const reviewDue = z.object({ isDue: z.boolean(), lastFinishedAt: isoInstant.nullable() })
export type ReviewDue = z.infer<typeof reviewDue>
/** `seen`: the access that the page showed, as location ids with levels: `1:admin 2:user 3:reads`. */
export const reviewLine = userRef.extend({ seen: z.string().max(100_000, 'This is too long.') })
