import {
  agreement,
  agreementChange,
  agreementRemoval,
  evidenceFile,
  evidenceInput,
  evidenceTaken,
  newAgreement,
  partnerEvidencePacket,
  partnerInput,
  partnerMerge,
  partnerMergeInput,
  partnerMergeUndo,
  tradingPartner,
} from '@seriatim/schema'
import { z } from 'zod'
import { longMutation, longQuery, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { mergePartners, readMerges, undoMerge } from '../merge/merge.service.ts'
import { addAgreement, changeAgreement, readAgreements, removeAgreement } from './agreement.service.ts'
import { readPartnerEvidence, uploadPartnerEvidence } from './partner-evidence.service.ts'

/** Calls about a partner's files, agreements and merges, served under `tradingPartner.…`. */
export const paperRouter = router({
  uploadOneEvidence: longMutation('partner:write', 'row', partnerEvidencePacket, evidenceTaken, uploadPartnerEvidence),
  readOneEvidence: longQuery(
    'partner:read',
    { location: 'row', audit: 'read' },
    evidenceInput,
    evidenceFile,
    (ctx, session, { evidenceId }) => readPartnerEvidence(ctx, session, evidenceId),
  ),
  readManyAgreements: query('partner:read', 'row', partnerInput, z.array(agreement), (tx, session, { id }) =>
    readAgreements(tx, session, id),
  ),
  createOneAgreement: mutation('partner:write', 'row', newAgreement, z.array(agreement), addAgreement),
  updateOneAgreement: mutation('partner:write', 'row', agreementChange, z.array(agreement), changeAgreement),
  deleteOneAgreement: mutation('partner:write', 'row', agreementRemoval, z.array(agreement), removeAgreement),
  readManyMerges: query('partner:read', 'row', partnerInput, z.array(partnerMerge), (tx, session, { id }) => readMerges(tx, session, id)),
  updateMergeOne: mutation('partner:write', 'row', partnerMergeInput, tradingPartner, mergePartners),
  updateUndoMerge: mutation('partner:write', 'row', partnerMergeUndo, tradingPartner, undoMerge),
})
