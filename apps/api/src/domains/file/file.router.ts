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
import { router } from '../../call/trpc.ts'
import { attach, attachmentScope, deleteAttachment, readAttachment } from './attachment.service.ts'
import { readPackets } from './packet.service.ts'

export const fileRouter = router({
  uploadMedattachment: mutation('med:write', 'row', storedAttachment, attachmentTaken, (tx, session, input, ctx) =>
    attach(tx, session, ctx, input),
  ),
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
