import { accessChanges, accessEntry, accessRemoval, adminToggle, locationRef, newAccess, ok } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { grantAccess, readLocationAccess, removeAccess, toggleAdmin } from './access.service.ts'
import { saveAccess } from './access-many.service.ts'

const manages = () => customerProcedure('user:manage', { location: 'input' })

export const userLocationRouter = router({
  readAllByCustomerlocationid: manages()
    .input(locationRef)
    .output(z.array(accessEntry))
    .query(({ ctx, input }) => readLocationAccess(ctx.tx, ctx.session, input.customerLocationId)),

  createOne: manages()
    .input(newAccess)
    .output(accessEntry)
    .mutation(({ ctx, input }) => grantAccess(ctx.tx, ctx.session, input)),

  updateOneToggleadmin: manages()
    .input(adminToggle)
    .output(accessEntry)
    .mutation(({ ctx, input }) => toggleAdmin(ctx.tx, ctx.session, input)),

  updateMany: customerProcedure('user:manageAll', { location: 'input' })
    .input(accessChanges)
    .output(ok)
    .mutation(({ ctx, input }) => saveAccess(ctx.tx, ctx.session, input).then(() => ({ ok: true as const }))),

  deleteOne: manages()
    .input(accessRemoval)
    .output(accessEntry)
    .mutation(({ ctx, input }) => removeAccess(ctx.tx, ctx.session, input)),
})
