import { customerLocation } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../trpc.ts'
import { readMyLocations } from './location.service.ts'

export const locationRouter = router({
  readAllByUserid: customerProcedure('location:read')
    .output(z.array(customerLocation))
    .query(({ ctx }) => readMyLocations(ctx.tx, ctx.session)),
})
