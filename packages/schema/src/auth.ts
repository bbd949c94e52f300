import { z } from 'zod'
import { id, isoInstant } from './common.ts'

/**
 * The step that sign-in has reached. It decides what the session may be used for: to enter a code, to change the password, or for everything
 * (decisions 4 and 7).
 */
export const sessionStep = z.enum(['totp', 'changePassword', 'signedIn'])
export type SessionStep = z.infer<typeof sessionStep>

export const signedInUser = z.object({
  id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  title: z.string().nullable(),
  emailAddress: z.string(),
  isActive: z.boolean(),
  suspectMedEmailAddress: z.string().nullable(),
  customer: z.object({ id, name: z.string(), adminId: id }),
  userCustomerLocations: z.array(
    z.object({ customerLocationId: id, isAdmin: z.boolean(), customerLocation: z.object({ id, name: z.string() }) }),
  ),
})
export type SignedInUser = z.infer<typeof signedInUser>

export const credentials = z.object({ emailAddress: z.string().trim().max(254), password: z.string().max(1024) })
export const totpInput = z.object({ totp: z.string().max(64, 'This is too long for a code.') })
export const emailInput = z.object({ emailAddress: z.string().trim().max(254) })

/** Answer of the first sign-in call; contains no names before the second step. */
export const pendingSession = z.object({
  token: z.string().optional(),
  step: z.literal('totp'),
  expiresAt: isoInstant,
  delivery: z.enum(['email', 'app']),
  /** The email address of the login with its middle hidden, for the code form. */
  sentTo: z.string(),
})
export type PendingSession = z.infer<typeof pendingSession>

/** The session after the user has entered the one-time code, or after a refresh. Only REST answers include `token` (decision 2). */
export const sessionData = z.object({
  token: z.string().optional(),
  step: sessionStep,
  expiresAt: isoInstant,
  /** Time at which the session ends if it is not used again before then. */
  idleExpiresAt: isoInstant,
  delivery: z.enum(['email', 'app']).optional(),
  user: signedInUser.nullable(),
  customer: z.object({ id, name: z.string(), adminId: id }).nullable(),
})
export type SessionData = z.infer<typeof sessionData>
