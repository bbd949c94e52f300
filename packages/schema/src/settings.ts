import { z } from 'zod'
import { accessScope } from './access-scope.ts'
import { id, isoInstant } from './common.ts'

const password = z.string().max(1024, 'This is too long for a password.')

export const passwordChange = z.object({
  oldPassword: password,
  newPassword: password,
  repeatNewPassword: password,
  /** Whether the password change also revokes the user's access tokens. By default they stay valid, because they are not sessions. */
  revokeTokens: z.boolean().default(false),
})

/** The documented password rules; their texts are shown next to the form (P1 §5). */
export const PASSWORD_RULES = [
  { key: 'length', text: 'At least 8 characters', holds: (p: string) => [...p].length >= 8 },
  { key: 'upper', text: 'An uppercase letter', holds: (p: string) => /\p{Lu}/u.test(p) },
  { key: 'lower', text: 'A lowercase letter', holds: (p: string) => /\p{Ll}/u.test(p) },
  { key: 'digit', text: 'A digit', holds: (p: string) => /\d/.test(p) },
  { key: 'special', text: 'A special character', holds: (p: string) => /[^\p{L}\p{N}\s]/u.test(p) },
  { key: 'space', text: 'No spaces', holds: (p: string) => p !== '' && !/\s/.test(p) },
] as const

const addresses = z.string().max(1000, 'The addresses together can have at most 1,000 characters.')
export const addressesInput = z.object({ addresses })

/** The user's setting: additional recipients of every report of a suspect product, separated by semicolons; empty for none. */
export const otherSettings = z.object({ suspectMedEmailAddress: addresses })
export type OtherSettings = z.infer<typeof otherSettings>

/** The customer's setting: the authority that receives every report of a suspect product. */
export const regulator = z.object({ regulatorEmailAddress: addresses })
export type Regulator = z.infer<typeof regulator>

/** The customer's setting: recipients of the newest checkpoint of the audit trail each day; empty for nobody. */
export const checkpointMail = z.object({ emailAddress: addresses })
export type CheckpointMail = z.infer<typeof checkpointMail>

/** Setting of the customer: whether only people who may release a hold may receive a package that a class I recall covers. */
export const counterRules = z.object({ classOneNeedsRelease: z.boolean() })
export type CounterRules = z.infer<typeof counterRules>

/** The customer's setting: format of the time of day in documents and emails, `17:05` or `5:05 PM`. Lists for spreadsheets always use 24 hours. */
export const clockHours = z.literal([12, 24])
export type ClockHours = z.infer<typeof clockHours>
export const paperClock = z.object({ clockHours })
export type PaperClock = z.infer<typeof paperClock>

export const changedPassword = z.object({ token: z.string().optional() })

export const openSession = z.object({
  id,
  /** The device, such as "Chrome on Windows". */
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: isoInstant,
  lastSeenAt: isoInstant,
  /** The session that makes this request. */
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>
export const openSessions = z.array(openSession)
export const sessionRef = z.object({ sessionId: id })

/** Lifetimes that are offered for a token, in days; at most a year (decision 46). */
export const TOKEN_DAYS = [30, 90, 180, 365] as const
export const newAccessToken = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'A name has at most 80 characters.'),
  days: z.int().min(1).max(365),
  /** null: everything that the token's creator may do, in every version of the API */
  scopes: z.array(accessScope).min(1, 'Choose at least one permission.').max(accessScope.options.length).nullable().default(null),
  password,
})
export type NewAccessToken = z.output<typeof newAccessToken>

export const accessToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(accessScope).nullable(),
  createdAt: isoInstant,
  expiresAt: isoInstant,
  lastUsedAt: isoInstant.nullable(),
  lastAddress: z.string().nullable(),
  isOver: z.boolean(),
})
export type AccessToken = z.infer<typeof accessToken>
export const accessTokens = z.array(accessToken)
/** `accessToken` is returned only by the call that creates it. */
export const madeAccessToken = z.object({ tokenId: id, accessToken: z.string(), expiresAt: isoInstant })
export type MadeAccessToken = z.infer<typeof madeAccessToken>
/** Number of currently valid tokens. */
export const accessTokenCount = z.object({ live: z.int() })
export const accessTokenRef = z.object({ tokenId: id })

/** A new customer's first steps, in order. */
export const FIRST_STEPS = ['location', 'gln', 'partner', 'regulator', 'scanner', 'order'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
/** `done`: the completed steps, no matter who completed them. */
export const firstSteps = z.object({ isHidden: z.boolean(), done: z.array(z.enum(FIRST_STEPS)) })
export type FirstSteps = z.infer<typeof firstSteps>
export const firstStepsHidden = z.object({ isHidden: z.boolean() })

/** How to reach the operator of this installation, who answers questions about it. A field is null if the operator has not configured it. */
export const operatorContact = z.object({
  name: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  hours: z.string().nullable(),
})
export type OperatorContact = z.infer<typeof operatorContact>

/** `enrolledAt`: since when the user's codes come from an authenticator app; null if they come by email. */
export const appState = z.object({ enrolledAt: isoInstant.nullable(), recoveryCodesLeft: z.int() })
export type AppState = z.infer<typeof appState>
export const passwordInput = z.object({ password })
/** `secret` is base32 that a person can type; `uri` is for the QR code. */
export const appOffer = z.object({ secret: z.string(), uri: z.string() })
export type AppOffer = z.infer<typeof appOffer>
/** The new codes, which only this answer contains. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** Name of a list on the screens, under which a person's setting for that list is stored. */
const listName = z.string().regex(/^[a-z][A-Za-z]{1,39}$/)
export const listRef = z.object({ list: listName })
/** A saved search. `query` is its part of the URL, empty for the default search. */
export const savedView = z.object({
  name: z.string().trim().min(1, 'Give the view a name.').max(60, 'A name has at most 60 characters.'),
  query: z.string().max(2000),
})
export type SavedView = z.infer<typeof savedView>
export const MOST_VIEWS = 20
/** A person's setting for one list: keys of hidden columns, and saved searches in the order they were saved. */
export const listSetting = z.object({
  hiddenColumns: z.array(z.string().max(40)).max(40),
  views: z.array(savedView).max(MOST_VIEWS, `At most ${MOST_VIEWS} views can be saved for one list. Delete one first.`),
})
export type ListSetting = z.infer<typeof listSetting>
export const listChange = listSetting.extend(listRef.shape)
export type ListChange = z.infer<typeof listChange>
