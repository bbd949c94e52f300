import { accessChanges, accessEntry, accessRemoval, adminToggle, locationRef, newAccess, ok } from '@seriatim/schema'
import { z } from 'zod'
import { done, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { grantAccess, readLocationAccess, removeAccess, toggleAdmin } from './access.service.ts'
import { saveAccess } from './access-many.service.ts'

export const userLocationRouter = router({
  readAllByCustomerlocationid: query('user:manage', 'input', locationRef, z.array(accessEntry), (tx, session, { customerLocationId }) =>
    readLocationAccess(tx, session, customerLocationId),
  ),
  createOne: mutation('user:manage', 'input', newAccess, accessEntry, grantAccess),
  updateOneToggleadmin: mutation('user:manage', 'input', adminToggle, accessEntry, toggleAdmin),
  updateMany: mutation('user:manageAll', 'input', accessChanges, ok, done(saveAccess)),
  deleteOne: mutation('user:manage', 'input', accessRemoval, accessEntry, removeAccess),
})
