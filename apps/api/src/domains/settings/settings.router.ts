import { changedPassword, passwordChange } from '@seriatim/schema'
import { pendingProcedure, router } from '../../trpc.ts'
import { updatePassword } from './settings.service.ts'

export const settingsRouter = router({
  updateChangepassword: pendingProcedure
    .input(passwordChange)
    .output(changedPassword)
    .mutation(({ ctx, input }) => updatePassword(ctx, ctx.pending, input)),
})
