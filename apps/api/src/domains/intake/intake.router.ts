import {
  captureInput,
  captureJob,
  capturePage,
  captureSearch,
  captureTaken,
  changedSftpAccess,
  changedSource,
  deliveryFile,
  deliveryInput,
  deliveryPage,
  deliveryReceipt,
  deliverySearch,
  deliveryTaken,
  doorSenders,
  doorTest,
  hostKeyChoice,
  intakeDoorRef,
  intakeOverview,
  madeIntakeDoor,
  madeMailDoor,
  madePullDoor,
  madeSftpDoor,
  newIntakeDoor,
  newMailDoor,
  newPullDoor,
  newSftpDoor,
  ok,
  storedCapture,
  storedDelivery,
} from '@seriatim/schema'
import { longMutation, longQuery, mutation, query } from '../../call/procedure.ts'
import { allowed, router, takesFile } from '../../call/trpc.ts'
import { acceptCapture, readCapture, readCaptures } from './capture.service.ts'
import { acceptDelivery, readReceipt } from './delivery.service.ts'
import { downloadDelivery, listDeliveries, removeDeliveredFile, replayDelivery } from './delivery-list.service.ts'
import { openDoor, readIntake, revokeDoor } from './door.service.ts'
import { testDoor } from './door-test.service.ts'
import { changeSenders, openMailDoor } from './mail/mail-door-manage.service.ts'
import { changeSource, confirmHostKey, openPullDoor } from './pull/pull-manage.service.ts'
import { changeSftpAccess, openSftpDoor } from './sftp/sftp-manage.service.ts'

/**
 * Calls about deliveries, which are files that programs send without a person at a screen. `http/v2/v2-routes.ts` lists which of these calls programs
 * may use.
 */
export const intakeRouter = router({
  createOne: allowed('intake:deliver', { location: 'none' })
    .use(takesFile)
    .input(storedDelivery)
    .output(deliveryTaken)
    .mutation(({ ctx, input }) => acceptDelivery(ctx, ctx.session, input)),
  createOneCapture: allowed('intake:deliver', { location: 'none' })
    .use(takesFile)
    .input(storedCapture)
    .output(captureTaken)
    .mutation(({ ctx, input }) => acceptCapture(ctx, ctx.session, input)),
  readOneCapture: query('intake:deliver', 'row', captureInput, captureJob, readCapture),
  readManyCaptures: query('intake:deliver', 'scope', captureSearch, capturePage, readCaptures),
  readOneReceipt: query('intake:deliver', 'row', deliveryInput, deliveryReceipt, (tx, session, { deliveryId }) =>
    readReceipt(tx, session, deliveryId),
  ),
  readMany: query('intake:read', 'scope', deliverySearch, deliveryPage, listDeliveries),
  readOneOverview: query('intake:read', 'scope', null, intakeOverview, (tx, session, _input, ctx) => readIntake(tx, session, ctx)),
  downloadOne: query('intake:read', { location: 'row', audit: 'read' }, deliveryInput, deliveryFile, downloadDelivery),
  updateOneReplay: longMutation('intake:manage', 'row', deliveryInput, ok, replayDelivery),
  deleteOneFile: mutation('intake:manage', 'row', deliveryInput, ok, removeDeliveredFile),
  createOneDoor: mutation('intake:manage', 'input', newIntakeDoor, madeIntakeDoor, openDoor),
  createOneMailDoor: mutation('intake:manage', 'input', newMailDoor, madeMailDoor, openMailDoor),
  createOneSftpDoor: mutation('intake:manage', 'input', newSftpDoor, madeSftpDoor, openSftpDoor),
  createOnePullDoor: mutation('intake:manage', 'input', newPullDoor, madePullDoor, openPullDoor),
  updateOneHostKey: mutation('intake:manage', 'row', hostKeyChoice, ok, confirmHostKey),
  updateOneSource: mutation('intake:manage', 'row', changedSource, ok, changeSource),
  updateOneSftpAccess: mutation('intake:manage', 'row', changedSftpAccess, madeSftpDoor, changeSftpAccess),
  updateOneSenders: mutation('intake:manage', 'row', doorSenders, ok, changeSenders),
  deleteOneDoor: mutation('intake:manage', 'row', intakeDoorRef, ok, revokeDoor),
  readOneDoorTest: longQuery('intake:manage', 'row', intakeDoorRef, doorTest, testDoor),
})
