import { activeUserCount, customer, firstSteps, firstStepsHidden, ok, operatorContact } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { readActiveCount } from '../people/people.service.ts'
import { readMyCustomer } from '../user.service.ts'
import { hideFirstSteps, keepScannerTested, readFirstSteps } from './first-steps.service.ts'

const done = { ok: true } as const

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

  readFirstSteps: customerProcedure('customer:write', { location: 'none' })
    .output(firstSteps)
    .query(({ ctx }) => readFirstSteps(ctx.tx, ctx.session)),

  updateFirstStepsHidden: customerProcedure('customer:write', { location: 'none' })
    .input(firstStepsHidden)
    .output(ok)
    .mutation(({ ctx, input }) => hideFirstSteps(ctx.tx, ctx.session, ctx.clock, input.isHidden).then(() => done)),

  updateScannerTested: customerProcedure('settings:write', { location: 'none' })
    .output(ok)
    .mutation(({ ctx }) => keepScannerTested(ctx.tx, ctx.session, ctx.clock).then(() => done)),

  readOperator: customerProcedure('user:readSelf', { location: 'none' })
    .output(operatorContact)
    .query(({ ctx }) => ctx.config.operator),
})
