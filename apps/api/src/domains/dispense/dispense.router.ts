import { dispenseAnswer, dispenseOverview, dispensePage, dispenseQuestion, dispenseSearch } from '@seriatim/schema'
import { longMutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { checkDispense, listDispenseChecks, readDispenseOverview } from './dispense.service.ts'

export const dispenseRouter = router({
  createOne: longMutation(
    'dispense:check',
    { location: 'scope', audit: { none: 'each check is stored as a separate record, and a pharmacy makes hundreds a day' } },
    dispenseQuestion,
    dispenseAnswer,
    checkDispense,
  ),
  readMany: query('dispense:read', 'scope', dispenseSearch, dispensePage, listDispenseChecks),
  readOneOverview: query('dispense:read', 'scope', null, dispenseOverview, readDispenseOverview),
})
