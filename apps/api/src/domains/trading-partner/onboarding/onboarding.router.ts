import { glnConfirmation, glnMail, partnerInput, sentGln, sentOtherwise } from '@seriatim/schema'
import { z } from 'zod'
import { mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { confirmGlnNotice, mailGlns, noteGlnNotified, readGlnNotices } from './onboarding.service.ts'

/** Served under `tradingPartner.…`: notices to a partner about the customer's own GLNs. */
export const onboardingRouter = router({
  readManySentGlns: query('partner:read', 'row', partnerInput, z.array(sentGln), (tx, session, { id }) => readGlnNotices(tx, session, id)),
  createOneGlnMail: mutation('partner:write', 'row', glnMail, z.array(sentGln), mailGlns),
  createManySentGlns: mutation('partner:write', 'row', sentOtherwise, z.array(sentGln), noteGlnNotified),
  updateConfirmSentGln: mutation('partner:write', 'row', glnConfirmation, z.array(sentGln), confirmGlnNotice),
})
