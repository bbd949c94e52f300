import { activeUserCount, customer, firstSteps, firstStepsHidden, ok, operatorContact } from '@seriatim/schema'
import { z } from 'zod'
import { done, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { readActiveCount } from '../people/people.service.ts'
import { readMyCustomer } from '../user.service.ts'
import { hideFirstSteps, keepScannerTested, readFirstSteps } from './first-steps.service.ts'

export const customerRouter = router({
  readOneByUserId: query('user:readSelf', 'none', null, customer, readMyCustomer),
  readManyByUserid: query('user:readSelf', 'none', null, z.array(customer), async (tx, session) => [await readMyCustomer(tx, session)]),
  readActiveusercountByCustomerid: query('user:readSelf', 'none', null, activeUserCount, readActiveCount),
  readFirstSteps: query('customer:write', 'none', null, firstSteps, readFirstSteps),
  updateFirstStepsHidden: mutation(
    'customer:write',
    'none',
    firstStepsHidden,
    ok,
    done((tx, session, { isHidden }, ctx) => hideFirstSteps(tx, session, ctx.clock, isHidden)),
  ),
  updateScannerTested: mutation(
    'settings:write',
    'none',
    null,
    ok,
    done((tx, session, _input, ctx) => keepScannerTested(tx, session, ctx.clock)),
  ),
  readOperator: query('user:readSelf', 'none', null, operatorContact, (_tx, _session, _input, ctx) => ctx.config.operator),
})
