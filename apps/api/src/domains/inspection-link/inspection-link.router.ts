import { guestPage, guestToken } from '@seriatim/schema'
import { publicProcedure, router } from '../../call/trpc.ts'
import { openLink } from './inspection-link.service.ts'

/** The public call behind a link. It is a mutation so that the token appears in no logged URL. */
export const inspectionLinkRouter = router({
  openOne: publicProcedure
    .input(guestToken)
    .output(guestPage)
    .mutation(({ ctx, input }) => openLink(ctx, input.token)),
})
