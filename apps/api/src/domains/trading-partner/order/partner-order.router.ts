import { orderPartner, orderPartnerInput, partnerDraft, partnerInput, partnerStory, uploadDraftInput } from '@seriatim/schema'
import { query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { readDraft, readOrderPartner, readPartnerStory, readUploadDraft } from './partner-order.service.ts'

/** Served under `tradingPartner.…`: partners and their orders. */
export const partnerOrderRouter = router({
  readOneByDocumentid: query('order:read', 'row', orderPartnerInput, orderPartner, (tx, session, { documentId }) =>
    readOrderPartner(tx, session, documentId),
  ),
  readOneDraft: query('order:read', 'row', orderPartnerInput, partnerDraft, (tx, session, { documentId }) =>
    readDraft(tx, session, documentId),
  ),
  readOneDraftByUploadid: query('order:read', 'row', uploadDraftInput, partnerDraft, (tx, session, { uploadId }) =>
    readUploadDraft(tx, session, uploadId),
  ),
  readOneStory: query('partner:read', 'row', partnerInput, partnerStory, (tx, session, { id }) => readPartnerStory(tx, session, id)),
})
