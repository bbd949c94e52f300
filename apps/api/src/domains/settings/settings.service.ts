import type { Context, PendingSession } from '../../context.ts'
import { changePassword, type PasswordChange } from '../auth/password.service.ts'

/** The answer is empty here; the REST adapter adds the caller's new token to it (rest.md). */
export async function updatePassword(ctx: Context, pending: PendingSession, change: PasswordChange): Promise<{ token?: string }> {
  await changePassword(ctx, pending, change)
  return {}
}
