import {
  accessTokenCount,
  accessTokenRef,
  accessTokens,
  appOffer,
  appState,
  credentials,
  emailInput,
  madeAccessToken,
  newAccessToken,
  ok,
  openSessions,
  passwordInput,
  pendingSession,
  recoveryCodes,
  sessionData,
  sessionRef,
  totpInput,
} from '@seriatim/schema'
import { atSignInGate, pendingProcedure, personProcedure, publicProcedure, router } from '../../call/trpc.ts'
import { enrollApp, offerApp, readApp, removeApp } from './password/app-code.service.ts'
import { countTokens, createToken, deleteToken, readTokens } from './session/access-token.service.ts'
import { endOtherSessions, endSession, readSessions } from './session/own-session.service.ts'
import {
  confirmCode,
  refresh,
  requestTemporaryPassword,
  resendCode,
  signOut,
  signOutEverywhere,
  startSignIn,
} from './sign-in/auth.service.ts'

const done = { ok: true } as const

/** Signing in and out. No call here has a transaction of its own: what a refusal leaves behind is committed first (rule 11). */
export const authRouter = router({
  createOneToken: publicProcedure
    .meta({ audit: { none: 'the code makes the session, and its line' } })
    .input(credentials)
    .use(atSignInGate)
    .output(pendingSession)
    .mutation(({ ctx, input }) => startSignIn(ctx, input)),

  updateOneTotp: pendingProcedure
    .input(totpInput)
    .use(atSignInGate)
    .output(sessionData)
    .mutation(({ ctx, input }) => confirmCode(ctx, ctx.pending, input.totp)),

  updateOneResendtotp: pendingProcedure
    .meta({ audit: { none: 'belongs to an attempt that is not signed in yet' } })
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx }) => resendCode(ctx, ctx.pending).then(() => done)),

  updateOneToken: pendingProcedure
    .meta({ audit: { none: 'the same session' } })
    .output(sessionData)
    .mutation(({ ctx }) => refresh(ctx, ctx.pending)),

  createOneTemporarypassword: publicProcedure
    .meta({ audit: { none: 'its job tells, where there is such a login' } })
    .input(emailInput)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => requestTemporaryPassword(ctx, input.emailAddress).then(() => done)),

  deleteOneToken: pendingProcedure.output(ok).mutation(({ ctx }) => signOut(ctx, ctx.pending).then(() => done)),

  deleteAllTokens: personProcedure.output(ok).mutation(({ ctx }) => signOutEverywhere(ctx, ctx.session).then(() => done)),

  readManySessions: personProcedure.output(openSessions).query(({ ctx }) => readSessions(ctx, ctx.session)),

  deleteOneSession: personProcedure
    .input(sessionRef)
    .output(ok)
    .mutation(({ ctx, input }) => endSession(ctx, ctx.session, input.sessionId).then(() => done)),

  deleteOtherSessions: personProcedure.output(ok).mutation(({ ctx }) => endOtherSessions(ctx, ctx.session).then(() => done)),

  readOneAccessTokenCount: pendingProcedure.output(accessTokenCount).query(({ ctx }) => countTokens(ctx, ctx.pending)),

  readManyAccessTokens: personProcedure.output(accessTokens).query(({ ctx }) => readTokens(ctx, ctx.session)),

  createOneAccessToken: personProcedure
    .input(newAccessToken)
    .use(atSignInGate)
    .output(madeAccessToken)
    .mutation(({ ctx, input }) => createToken(ctx, ctx.session, input)),

  deleteOneAccessToken: personProcedure
    .input(accessTokenRef)
    .output(ok)
    .mutation(({ ctx, input }) => deleteToken(ctx, ctx.session, input.tokenId).then(() => done)),

  readOneApp: personProcedure.output(appState).query(({ ctx }) => readApp(ctx, ctx.session)),

  createOneApp: personProcedure
    .meta({ audit: { none: 'shown only: means nothing until a code proves it' } })
    .input(passwordInput)
    .use(atSignInGate)
    .output(appOffer)
    .mutation(({ ctx, input }) => offerApp(ctx, ctx.session, input.password)),

  updateOneApp: personProcedure
    .input(totpInput)
    .use(atSignInGate)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => enrollApp(ctx, ctx.session, input.totp)),

  deleteOneApp: personProcedure
    .input(passwordInput)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => removeApp(ctx, ctx.session, input.password).then(() => done)),
})
