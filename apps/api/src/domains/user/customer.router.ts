import { customer } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../trpc.ts'
import { readMyCustomer } from './user.service.ts'

export const customerRouter = router({
  readOneByUserId: customerProcedure('user:readSelf')
    .output(customer)
    .query(({ ctx }) => readMyCustomer(ctx.tx, ctx.session)),

  readManyByUserid: customerProcedure('user:readSelf')
    .output(z.array(customer))
    .query(async ({ ctx }) => [await readMyCustomer(ctx.tx, ctx.session)]),
})
