import { drugList, drugSearch, ndcSearch } from '@seriatim/schema'
import { query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { searchByName, searchByNdc } from './drug-reference.service.ts'

export const drugReferenceRouter = router({
  readSearchByNdc: query('drug:read', 'none', ndcSearch, drugList, (tx, _session, { ndc }) => searchByNdc(tx, ndc)),
  readManyByName: query('drug:read', 'none', drugSearch, drugList, (tx, _session, input) => searchByName(tx, input)),
})
