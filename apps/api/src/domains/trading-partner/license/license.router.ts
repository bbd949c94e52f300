import { authorizationAnswer, authorizationInput, duePaper, licenseChange, licenseRemoval, newLicense } from '@seriatim/schema'
import { z } from 'zod'
import { mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { readDue } from '../agreement/paper-reminder.service.ts'
import { addLicense, changeLicense, readAuthorization, removeLicense } from './license.service.ts'

/** Served under `tradingPartner.…`. */
export const licenseRouter = router({
  readOneAuthorization: query('partner:read', 'row', authorizationInput, authorizationAnswer, readAuthorization),
  readManyDue: query('partner:read', 'scope', null, z.array(duePaper), readDue),
  createOneLicense: mutation('partner:write', 'row', newLicense, authorizationAnswer, addLicense),
  updateOneLicense: mutation('partner:write', 'row', licenseChange, authorizationAnswer, changeLicense),
  deleteOneLicense: mutation('partner:write', 'row', licenseRemoval, authorizationAnswer, removeLicense),
})
