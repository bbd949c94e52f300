import { glnMail, partnerInput, toldConfirmation, toldGln, toldOtherwise } from '@seriatim/schema'
import { z } from 'zod'
import { mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { confirmGlnNotice, mailGlns, noteGlnNotified, readGlnNotices } from './onboarding.service.ts'

/** Served under `tradingPartner.…`: notices to a partner about the customer's own GLNs. */
export const onboardingRouter = router({
  readManyTold: query('partner:read', 'row', partnerInput, z.array(toldGln), (tx, session, { id }) => readGlnNotices(tx, session, id)),
  createOneGlnMail: mutation('partner:write', 'row', glnMail, z.array(toldGln), mailGlns),
  createManyTold: mutation('partner:write', 'row', toldOtherwise, z.array(toldGln), noteGlnNotified),
  updateConfirmTold: mutation('partner:write', 'row', toldConfirmation, z.array(toldGln), confirmGlnNotice),
})
