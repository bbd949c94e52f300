import {
  attachmentDeleted,
  attachmentDeletion,
  attachmentFile,
  attachmentInput,
  attachmentTaken,
  packetsArrived,
  packetsInput,
  storedAttachment,
} from '@seriatim/schema'
import { mutation, query } from '../../call/procedure.ts'
import { allowed, router, takesFile } from '../../call/trpc.ts'
import { attachmentScope, attachToMed, deleteAttachment, readAttachment } from './attachment.service.ts'
import { readPackets } from './packet.service.ts'

export const fileRouter = router({
  uploadMedattachment: allowed('med:write', { location: 'row' })
    .use(takesFile)
    .input(storedAttachment)
    .output(attachmentTaken)
    .mutation(({ ctx, input }) => ctx.inTx('read write', (tx) => attachToMed(tx, ctx.session, ctx, input))),
  downloadMedattachment: query(
    'med:read',
    { location: 'row', audit: 'read' },
    attachmentInput,
    attachmentFile,
    (tx, session, { attachmentId }) => readAttachment(tx, session, attachmentId),
  ),
  deleteOneMedattachment: mutation('med:write', 'row', attachmentDeletion, attachmentDeleted, deleteAttachment),
  readManyPackets: query('med:write', 'none', packetsInput, packetsArrived, (tx, session, input) =>
    readPackets(tx, session, { ...input, scope: attachmentScope(input.medId) }),
  ),
})
