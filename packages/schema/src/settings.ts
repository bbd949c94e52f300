import { z } from 'zod'

export const passwordChange = z.object({
  oldPassword: z.string().max(1024),
  newPassword: z.string().max(1024),
  repeatNewPassword: z.string().max(1024),
})

/** The documented password rules; the texts are shown beside the form (P1 §5). */
export const PASSWORD_RULES = [
  { key: 'length', text: 'At least 8 characters', holds: (p: string) => [...p].length >= 8 },
  { key: 'upper', text: 'An uppercase letter', holds: (p: string) => /\p{Lu}/u.test(p) },
  { key: 'lower', text: 'A lowercase letter', holds: (p: string) => /\p{Ll}/u.test(p) },
  { key: 'digit', text: 'A digit', holds: (p: string) => /\d/.test(p) },
  { key: 'special', text: 'A special character', holds: (p: string) => /[^\p{L}\p{N}\s]/u.test(p) },
  { key: 'space', text: 'No spaces', holds: (p: string) => p !== '' && !/\s/.test(p) },
] as const

/** The user's own: who else gets every report of a suspect product. Several are separated by semicolons, none is empty text. */
export const otherSettings = z.object({ suspectMedEmailAddress: z.string().max(1000) })
export type OtherSettings = z.infer<typeof otherSettings>

/** The customer's: the authority that gets every report of a suspect product. */
export const regulator = z.object({ regulatorEmailAddress: z.string().max(1000) })
export type Regulator = z.infer<typeof regulator>

export const changedPassword = z.object({ token: z.string().optional() })
