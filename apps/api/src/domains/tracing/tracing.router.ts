import { createdTracing, newTracingRequest, tracingFigures, tracingFound, tracingList, tracingRef, tracingRequest, tracingSearch } from '@seriatim/schema'
import { z } from 'zod'
import { longQuery, mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { countTracing, createTracing, findTracing, getTracing, listTracing, readTracingFigures } from './tracing.service.ts'

/** Tracing requests, their answers and drills. Under `/api/v1` no path is documented for them. */
export const tracingRouter = router({
  readMany: query('tracing:read', 'scope', tracingSearch, tracingList, listTracing),
  readOneFigures: query('tracing:read', 'scope', null, tracingFigures, readTracingFigures),
  readOneCount: query('tracing:read', 'scope', null, z.object({ amount: z.int() }), countTracing),
  readOne: query('tracing:read', 'row', tracingRef, tracingRequest, getTracing),
  readOneFound: longQuery('tracing:read', 'row', tracingRef, tracingFound, findTracing),
  createOne: mutation('tracing:write', 'row', newTracingRequest, createdTracing, createTracing),
})
