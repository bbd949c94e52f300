import {
  evidenceFile,
  evidenceInput,
  evidenceTaken,
  madeVerificationList,
  manualVerification,
  newVerificationList,
  ok,
  verification,
  verificationChoices,
  verificationEvidencePacket,
  verificationList,
  verificationListPage,
  verificationListRead,
  verificationListRef,
  verificationListSearch,
  verificationListText,
  verificationPage,
  verificationQuestion,
  verificationRef,
  verificationSearch,
  verificationSettings,
  verificationSettingsChange,
  verificationTest,
  verificationTested,
} from '@seriatim/schema'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { continueList, createList, getList, searchLists } from './list/list.service.ts'
import { readListText } from './list/list-text.ts'
import { changeSettings, readSettings, readVerificationChoices, testService } from './setting/setting.service.ts'
import { askAgain, askManufacturer, recordManual } from './verification.service.ts'
import { getVerification, searchVerifications } from './verification.view.ts'
import { readVerificationFile, uploadVerificationFile } from './verification-file.service.ts'

/** Procedures for questions to manufacturers and their answers. The documentation of `/api/v1` lists no paths for them. */
export const verificationRouter = router({
  readMany: query('verification:read', 'scope', verificationSearch, verificationPage, (tx, session, input, ctx) =>
    searchVerifications(tx, session, input, ctx),
  ),
  readOne: query('verification:read', 'row', verificationRef, verification, (tx, session, input, ctx) =>
    getVerification(tx, session, input, ctx),
  ),
  readOneChoices: query('verification:ask', 'scope', null, verificationChoices, (tx, session, _input, ctx) =>
    readVerificationChoices(tx, session, ctx),
  ),
  createOne: longMutation('verification:ask', 'row', verificationQuestion, verification, askManufacturer),
  createOneManual: mutation('verification:ask', 'row', manualVerification, verification, (tx, session, input, ctx) =>
    recordManual(tx, session, input, ctx),
  ),
  createOneRetry: longMutation('verification:ask', 'row', verificationRef, verification, askAgain),
  uploadOneEvidence: longMutation('verification:ask', 'input', verificationEvidencePacket, evidenceTaken, uploadVerificationFile),
  readOneEvidence: longQuery(
    'verification:read',
    { location: 'row', audit: 'read' },
    evidenceInput,
    evidenceFile,
    (ctx, session, { evidenceId }) => readVerificationFile(ctx, session, evidenceId),
  ),
  readOneListText: longMutation(
    'verification:ask',
    { location: 'none', audit: { none: 'Nothing is stored yet.' } },
    verificationListText,
    verificationListRead,
    (ctx, _session, input) => readListText(input, ctx.now.getUTCFullYear()),
  ),
  createOneList: mutation('verification:ask', 'input', newVerificationList, madeVerificationList, (tx, session, input, ctx) =>
    createList(tx, session, input, ctx),
  ),
  readManyLists: query('verification:read', 'scope', verificationListSearch, verificationListPage, searchLists),
  readOneList: query('verification:read', 'row', verificationListRef, verificationList, getList),
  updateOneListRetry: mutation('verification:ask', 'row', verificationListRef, ok, (tx, session, input, ctx) =>
    continueList(tx, session, input, ctx),
  ),
  readOneSettings: query('verification:configure', 'none', null, verificationSettings, (tx, session, _input, ctx) =>
    readSettings(tx, session, ctx),
  ),
  updateOneSettings: longMutation('verification:configure', 'none', verificationSettingsChange, ok, changeSettings),
  createOneTest: longMutation('verification:configure', 'none', verificationTest, verificationTested, testService),
})
