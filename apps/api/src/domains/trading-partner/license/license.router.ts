import {
  authorizationAnswer,
  authorizationInput,
  csvFile,
  duePaper,
  licenseChange,
  licenseRemoval,
  newLicense,
  partnerFileSearch,
} from '@seriatim/schema'
import { z } from 'zod'
import { longQuery, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { readDue } from '../agreement/paper-reminder.service.ts'
import { addLicense, changeLicense, readAuthorization, removeLicense } from './license.service.ts'
import { printAuthorizations, writeAuthorizationCsv } from './standing-file.service.ts'

/** Served under `tradingPartner.…`: licenses, authorizations and due dates. */
export const licenseRouter = router({
  readOneAuthorization: query('partner:read', 'row', authorizationInput, authorizationAnswer, readAuthorization),
  readManyAuthorizationCsv: query('partner:read', { location: 'scope', audit: 'read' }, partnerFileSearch, csvFile, writeAuthorizationCsv),
  readManyAuthorizationPdf: longQuery(
    'partner:read',
    { location: 'scope', audit: 'read' },
    partnerFileSearch,
    z.object({ filename: z.string(), base64: z.string() }),
    printAuthorizations,
  ),
  readManyDue: query('partner:read', 'scope', null, z.array(duePaper), readDue),
  createOneLicense: mutation('partner:write', 'row', newLicense, authorizationAnswer, addLicense),
  updateOneLicense: mutation('partner:write', 'row', licenseChange, authorizationAnswer, changeLicense),
  deleteOneLicense: mutation('partner:write', 'row', licenseRemoval, authorizationAnswer, removeLicense),
})
