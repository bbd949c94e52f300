import {
  changedPassword,
  counterRules,
  listChange,
  listRef,
  listSetting,
  ok,
  otherSettings,
  passwordChange,
  regulator,
} from '@seriatim/schema'
import { atSignInGate, customerProcedure, pendingProcedure, router } from '../../call/trpc.ts'
import { readListSetting, updateListSetting } from './list-setting.service.ts'
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

  readListSetting: customerProcedure('settings:write', { location: 'none' })
    .input(listRef)
    .output(listSetting)
    .query(({ ctx, input }) => readListSetting(ctx.tx, ctx.session, input.list)),

  updateListSetting: customerProcedure('settings:write', {
    location: 'none',
    audit: { none: 'how a person likes a list changes no record' },
  })
    .input(listChange)
    .output(ok)
    .mutation(({ ctx, input }) => updateListSetting(ctx.tx, ctx.session, input).then(() => done)),
})
