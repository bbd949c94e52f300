import { drugList, drugSearch, ndcSearch } from '@seriatim/schema'
import { customerProcedure, router } from '../../call/trpc.ts'
import { searchByName, searchByNdc } from './drug-reference.service.ts'

export const drugReferenceRouter = router({
  readSearchByNdc: customerProcedure('drug:read', { location: 'none' })
    .input(ndcSearch)
    .output(drugList)
    .query(({ ctx, input }) => searchByNdc(ctx.tx, input.ndc)),

  readManyByName: customerProcedure('drug:read', { location: 'none' })
    .input(drugSearch)
    .output(drugList)
    .query(({ ctx, input }) => searchByName(ctx.tx, input)),
})
