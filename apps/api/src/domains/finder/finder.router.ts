import { finderHits, finderInput } from '@seriatim/schema'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { findAnything } from './finder.service.ts'

export const finderRouter = router({
  readManyByText: query('med:read', 'scope', finderInput, finderHits, (tx, _session, { text }) => findAnything(tx, text)),
})
