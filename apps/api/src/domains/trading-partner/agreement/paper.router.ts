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
import { allowed, customerProcedure, router } from '../../../call/trpc.ts'
import { mergePartners, readMerges, undoMerge } from '../merge/merge.service.ts'
import { addAgreement, changeAgreement, readAgreements, removeAgreement } from './agreement.service.ts'
import { readPartnerEvidence, uploadPartnerEvidence } from './partner-evidence.service.ts'

const write = customerProcedure('partner:write', { location: 'row' })

/** Called as `tradingPartner.…`: files, agreements, and partners that are one. */
export const paperRouter = router({
  uploadOneEvidence: allowed('partner:write', { location: 'row' })
    .input(partnerEvidencePacket)
    .output(evidenceTaken)
    .mutation(({ ctx, input }) => uploadPartnerEvidence(ctx, ctx.session, input)),

  readOneEvidence: allowed('partner:read', { location: 'row', audit: 'read' })
    .input(evidenceInput)
    .output(evidenceFile)
    .query(({ ctx, input }) => readPartnerEvidence(ctx, ctx.session, input.evidenceId)),

  readManyAgreements: customerProcedure('partner:read', { location: 'row' })
    .input(partnerInput)
    .output(z.array(agreement))
    .query(({ ctx, input }) => readAgreements(ctx.tx, ctx.session, input.id)),

  createOneAgreement: write
    .input(newAgreement)
    .output(z.array(agreement))
    .mutation(({ ctx, input }) => addAgreement(ctx.tx, ctx.session, input)),

  updateOneAgreement: write
    .input(agreementChange)
    .output(z.array(agreement))
    .mutation(({ ctx, input }) => changeAgreement(ctx.tx, ctx.session, input)),

  deleteOneAgreement: write
    .input(agreementRemoval)
    .output(z.array(agreement))
    .mutation(({ ctx, input }) => removeAgreement(ctx.tx, ctx.session, input)),

  readManyMerges: customerProcedure('partner:read', { location: 'row' })
    .input(partnerInput)
    .output(z.array(partnerMerge))
    .query(({ ctx, input }) => readMerges(ctx.tx, ctx.session, input.id)),

  updateMergeOne: write
    .input(partnerMergeInput)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => mergePartners(ctx.tx, ctx.session, input)),

  updateUndoMerge: write
    .input(partnerMergeUndo)
    .output(tradingPartner)
    .mutation(({ ctx, input }) => undoMerge(ctx.tx, ctx.session, input)),
})
