import { authorizationAnswer, authorizationInput, duePaper, licenseChange, licenseRemoval, newLicense } from '@seriatim/schema'
import { z } from 'zod'
import { customerProcedure, router } from '../../../call/trpc.ts'
import { readDue } from '../agreement/paper-reminder.service.ts'
import { addLicense, changeLicense, readAuthorization, removeLicense } from './license.service.ts'

const write = customerProcedure('partner:write', { location: 'row' })

/** Called as `tradingPartner.…`. */
export const licenseRouter = router({
  readOneAuthorization: customerProcedure('partner:read', { location: 'row' })
    .input(authorizationInput)
    .output(authorizationAnswer)
    .query(({ ctx, input }) => readAuthorization(ctx.tx, ctx.session, input)),

  readManyDue: customerProcedure('partner:read', { location: 'scope' })
    .output(z.array(duePaper))
    .query(({ ctx }) => readDue(ctx.tx, ctx.session)),

  createOneLicense: write
    .input(newLicense)
    .output(authorizationAnswer)
    .mutation(({ ctx, input }) => addLicense(ctx.tx, ctx.session, input)),

  updateOneLicense: write
    .input(licenseChange)
    .output(authorizationAnswer)
    .mutation(({ ctx, input }) => changeLicense(ctx.tx, ctx.session, input)),

  deleteOneLicense: write
    .input(licenseRemoval)
    .output(authorizationAnswer)
    .mutation(({ ctx, input }) => removeLicense(ctx.tx, ctx.session, input)),
})
