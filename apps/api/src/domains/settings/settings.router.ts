import { changedPassword, counterRules, ok, otherSettings, passwordChange, regulator } from '@seriatim/schema'
import { atSignInGate, customerProcedure, pendingProcedure, router } from '../../trpc.ts'
import {
  readCounterRules,
  readRegulator,
  updateCounterRules,
  updateOtherSettings,
  updatePassword,
  updateRegulator,
} from './settings.service.ts'

const done = { ok: true } as const

export const settingsRouter = router({
  updateChangepassword: pendingProcedure
    .input(passwordChange)
    .use(atSignInGate)
    .output(changedPassword)
    .mutation(({ ctx, input }) => updatePassword(ctx, ctx.pending, input)),

  updateOthersettings: customerProcedure('settings:write', { location: 'none' })
    .input(otherSettings)
    .output(ok)
    .mutation(({ ctx, input }) => updateOtherSettings(ctx.tx, ctx.session, input).then(() => done)),

  readRegulator: customerProcedure('customer:write', { location: 'none' })
    .output(regulator)
    .query(({ ctx }) => readRegulator(ctx.tx, ctx.session)),

  updateRegulator: customerProcedure('customer:write', { location: 'none' })
    .input(regulator)
    .output(ok)
    .mutation(({ ctx, input }) => updateRegulator(ctx.tx, ctx.session, input).then(() => done)),

  readCounterRules: customerProcedure('customer:write', { location: 'none' })
    .output(counterRules)
    .query(({ ctx }) => readCounterRules(ctx.tx, ctx.session)),

  updateCounterRules: customerProcedure('customer:write', { location: 'none' })
    .input(counterRules)
    .output(ok)
    .mutation(({ ctx, input }) => updateCounterRules(ctx.tx, ctx.session, input).then(() => done)),
})
