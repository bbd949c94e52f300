import { glnWaiting, glnWaitingInput, missingGln } from '@seriatim/schema'
import { z } from 'zod'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { readMissingGlns, readWaiting } from './waiting.service.ts'

/** Served under `gln.…`: GLNs that uploaded documents name, and uploads that wait for one. */
export const waitingRouter = router({
  readManyMissing: query('gln:write', 'scope', null, z.array(missingGln), readMissingGlns),
  readOneWaiting: query('gln:write', 'input', glnWaitingInput, glnWaiting, readWaiting),
})
