import { activeUserCount, customer } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../trpc.ts'
import { readActiveCount } from './people.service.ts'
import { readMyCustomer } from './user.service.ts'

export const customerRouter = router({
  readOneByUserId: customerProcedure('user:readSelf', { location: 'none' })
    .output(customer)
    .query(({ ctx }) => readMyCustomer(ctx.tx, ctx.session)),

  readManyByUserid: customerProcedure('user:readSelf', { location: 'none' })
    .output(z.array(customer))
    .query(async ({ ctx }) => [await readMyCustomer(ctx.tx, ctx.session)]),

  readActiveusercountByCustomerid: customerProcedure('user:readSelf', { location: 'none' })
    .output(activeUserCount)
    .query(({ ctx }) => readActiveCount(ctx.tx)),
})
