import { glnWaiting, glnWaitingInput, missingGln } from '@seriatim/schema'
import { z } from 'zod'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { readMissingGlns, readWaiting } from './waiting.service.ts'

/** Calls under `gln.…` about GLNs that occur in uploaded documents but are not on file, and about the uploads that wait for such a GLN. */
export const waitingRouter = router({
  readManyMissing: query('gln:write', 'scope', null, z.array(missingGln), readMissingGlns),
  readOneWaiting: query('gln:write', 'input', glnWaitingInput, glnWaiting, readWaiting),
})
