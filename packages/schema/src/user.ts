import { z } from 'zod'
import { id } from './common.ts'

export { type SignedInUser, signedInUser } from './auth.ts'
export const customer = z.object({ id, name: z.string(), adminId: id })
export type Customer = z.infer<typeof customer>
