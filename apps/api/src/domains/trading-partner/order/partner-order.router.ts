import { orderPartner, orderPartnerInput, partnerDraft, partnerInput, partnerStory, uploadDraftInput } from '@seriatim/schema'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { readDraft, readOrderPartner, readStory, readUploadDraft } from './partner-order.service.ts'

/** Called as `tradingPartner.…`: partners and the orders that come from them. */
export const partnerOrderRouter = router({
  readOneByDocumentid: customerProcedure('order:read', { location: 'row' })
    .input(orderPartnerInput)
    .output(orderPartner)
    .query(({ ctx, input }) => readOrderPartner(ctx.tx, ctx.session, input.documentId)),

  readOneDraft: customerProcedure('order:read', { location: 'row' })
    .input(orderPartnerInput)
    .output(partnerDraft)
    .query(({ ctx, input }) => readDraft(ctx.tx, ctx.session, input.documentId)),

  readOneDraftByUploadid: customerProcedure('order:read', { location: 'row' })
    .input(uploadDraftInput)
    .output(partnerDraft)
    .query(({ ctx, input }) => readUploadDraft(ctx.tx, ctx.session, input.uploadId)),

  readOneStory: customerProcedure('partner:read', { location: 'row' })
    .input(partnerInput)
    .output(partnerStory)
    .query(({ ctx, input }) => readStory(ctx.tx, ctx.session, input.id)),
})
