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
import { done } from '../../call/procedure.ts'
import { atSignInGate, pendingProcedure, personProcedure, publicProcedure, router } from '../../call/trpc.ts'
import { enrollApp, offerApp, readApp, removeApp } from './password/app-code.service.ts'
import { countTokens, createToken, deleteToken, readTokens } from './session/access-token.service.ts'
import { endOtherSessions, endSession, readSessions } from './session/own-session.service.ts'
import {
  confirmCode,
  refreshSession,
  requestTemporaryPassword,
  resendCode,
  signOut,
  signOutEverywhere,
  startSignIn,
} from './sign-in/auth.service.ts'

/**
 * Signing in and out. These calls run without a surrounding transaction, because the record of a refused call is committed before the call throws
 * (rule 11).
 */
export const authRouter = router({
  createOneToken: publicProcedure
    .meta({ audit: { none: 'the code creates the session and its audit entry' } })
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
    .meta({ audit: { none: 'belongs to a sign-in that is not complete yet' } })
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx }) => done(resendCode)(ctx, ctx.pending)),
  updateOneToken: pendingProcedure
    .meta({ audit: { none: 'the same session' } })
    .output(sessionData)
    .mutation(({ ctx }) => refreshSession(ctx, ctx.pending)),
  createOneTemporarypassword: publicProcedure
    .meta({ audit: { none: 'the job records it if the account exists' } })
    .input(emailInput)
    .use(atSignInGate)
    .output(ok)
    .mutation(({ ctx, input }) => done(requestTemporaryPassword)(ctx, input.emailAddress)),
  deleteOneToken: pendingProcedure.output(ok).mutation(({ ctx }) => done(signOut)(ctx, ctx.pending)),
  deleteAllTokens: personProcedure.output(ok).mutation(({ ctx }) => done(signOutEverywhere)(ctx, ctx.session)),
  readManySessions: personProcedure.output(openSessions).query(({ ctx }) => readSessions(ctx, ctx.session)),
  deleteOneSession: personProcedure
    .input(sessionRef)
    .output(ok)
    .mutation(({ ctx, input }) => done(endSession)(ctx, ctx.session, input.sessionId)),
  deleteOtherSessions: personProcedure.output(ok).mutation(({ ctx }) => done(endOtherSessions)(ctx, ctx.session)),
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
    .mutation(({ ctx, input }) => done(deleteToken)(ctx, ctx.session, input.tokenId)),
  readOneApp: personProcedure.output(appState).query(({ ctx }) => readApp(ctx, ctx.session)),
  createOneApp: personProcedure
    .meta({ audit: { none: 'only shown: it has no effect until a code confirms it' } })
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
    .mutation(({ ctx, input }) => done(removeApp)(ctx, ctx.session, input.password)),
})
