import { credentials, emailInput, ok, pendingSession, sessionData, totpInput } from '@seriatim/schema'
import { pendingProcedure, publicProcedure, router, sessionProcedure } from '../../trpc.ts'
import { confirmCode, refresh, requestTemporaryPassword, resendCode, signOut, signOutEverywhere, startSignIn } from './auth.service.ts'

const done = { ok: true } as const

/** Signing in and out. No call here has a transaction of its own: what a refusal leaves behind is committed first (rule 11). */
export const authRouter = router({
  createOneToken: publicProcedure
    .input(credentials)
    .output(pendingSession)
    .mutation(({ ctx, input }) => startSignIn(ctx, input)),

  updateOneTotp: pendingProcedure
    .input(totpInput)
    .output(sessionData)
    .mutation(({ ctx, input }) => confirmCode(ctx, ctx.pending, input.totp)),

  updateOneResendtotp: pendingProcedure.output(ok).mutation(({ ctx }) => resendCode(ctx, ctx.pending).then(() => done)),

  updateOneToken: pendingProcedure.output(sessionData).mutation(({ ctx }) => refresh(ctx, ctx.pending)),

  createOneTemporarypassword: publicProcedure
    .input(emailInput)
    .output(ok)
    .mutation(({ ctx, input }) => requestTemporaryPassword(ctx, input.emailAddress).then(() => done)),

  deleteOneToken: pendingProcedure.output(ok).mutation(({ ctx }) => signOut(ctx, ctx.pending).then(() => done)),

  deleteAllTokens: sessionProcedure.output(ok).mutation(({ ctx }) => signOutEverywhere(ctx, ctx.session).then(() => done)),
})
