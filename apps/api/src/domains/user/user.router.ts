import { signedInUser } from '@seriatim/schema'
import { customerProcedure, router } from '../../trpc.ts'
import { readMyself } from './user.service.ts'

export const userRouter = router({
  readOneById: customerProcedure('user:readSelf', { location: 'none' })
    .output(signedInUser)
    .query(({ ctx }) => readMyself(ctx.tx, ctx.session)),
})
