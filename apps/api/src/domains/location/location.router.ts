import { companyBlock, customerLocation, id } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../trpc.ts'
import { readCompany } from './company.service.ts'
import { readMyLocations } from './location.service.ts'

export const locationRouter = router({
  readAllByUserid: customerProcedure('location:read', { location: 'scope' })
    .output(z.array(customerLocation))
    .query(({ ctx }) => readMyLocations(ctx.tx, ctx.session)),

  readOneCompany: customerProcedure('location:read', { location: 'input' })
    .input(z.object({ locationId: id }))
    .output(companyBlock)
    .query(({ ctx, input }) => readCompany(ctx.tx, ctx.session, input.locationId)),
})
