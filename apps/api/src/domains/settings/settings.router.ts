import {
  changedPassword,
  checkpointMail,
  counterRules,
  dispenseRules,
  listChange,
  listRef,
  listSetting,
  ok,
  otherSettings,
  paperClock,
  passwordChange,
  regulator,
} from '@seriatim/schema'
import { done, mutation, query } from '../../call/procedure.ts'
import { atSignInGate, pendingProcedure, router } from '../../call/trpc.ts'
import { readCheckpointMail, updateCheckpointMail } from './checkpoint-mail.service.ts'
import { readListSetting, updateListSetting } from './list-setting.service.ts'
import {
  readCounterRules,
  readPaperClock,
  readRegulator,
  updateCounterRules,
  updateDispenseRules,
  updateOtherSettings,
  updatePaperClock,
  updatePassword,
  updateRegulator,
} from './settings.service.ts'

export const settingsRouter = router({
  updateChangepassword: pendingProcedure
    .input(passwordChange)
    .use(atSignInGate)
    .output(changedPassword)
    .mutation(({ ctx, input }) => updatePassword(ctx, ctx.pending, input)),
  updateOthersettings: mutation('settings:write', 'none', otherSettings, ok, done(updateOtherSettings)),
  readRegulator: query('customer:write', 'none', null, regulator, readRegulator),
  updateRegulator: mutation('customer:write', 'none', regulator, ok, done(updateRegulator)),
  readCheckpointMail: query('customer:write', 'none', null, checkpointMail, readCheckpointMail),
  updateCheckpointMail: mutation('customer:write', 'none', checkpointMail, ok, done(updateCheckpointMail)),
  readCounterRules: query('customer:write', 'none', null, counterRules, readCounterRules),
  updateCounterRules: mutation('customer:write', 'none', counterRules, ok, done(updateCounterRules)),
  updateDispenseRules: mutation('customer:write', 'none', dispenseRules, ok, done(updateDispenseRules)),
  readPaperClock: query('customer:write', 'none', null, paperClock, readPaperClock),
  updatePaperClock: mutation('customer:write', 'none', paperClock, ok, done(updatePaperClock)),
  readListSetting: query('settings:write', 'none', listRef, listSetting, (tx, session, { list }) => readListSetting(tx, session, list)),
  updateListSetting: mutation(
    'settings:write',
    { location: 'none', audit: { none: 'a list preference changes no record' } },
    listChange,
    ok,
    done(updateListSetting),
  ),
})
