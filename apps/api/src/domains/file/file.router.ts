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
import { customerProcedure, router } from '../../call/trpc.ts'
import { attach, attachmentScope, deleteAttachment, readAttachment } from './attachment.service.ts'
import { readPackets } from './packet.service.ts'

export const fileRouter = router({
  uploadMedattachment: customerProcedure('med:write', { location: 'row' })
    .input(storedAttachment)
    .output(attachmentTaken)
    .mutation(({ ctx, input }) => attach(ctx.tx, ctx.session, ctx, input)),

  downloadMedattachment: customerProcedure('med:read', { location: 'row', audit: 'read' })
    .input(attachmentInput)
    .output(attachmentFile)
    .query(({ ctx, input }) => readAttachment(ctx.tx, ctx.session, input.attachmentId)),

  deleteOneMedattachment: customerProcedure('med:write', { location: 'row' })
    .input(attachmentDeletion)
    .output(attachmentDeleted)
    .mutation(({ ctx, input }) => deleteAttachment(ctx.tx, ctx.session, input)),

  readManyPackets: customerProcedure('med:write', { location: 'none' })
    .input(packetsInput)
    .output(packetsArrived)
    .query(({ ctx, input }) => readPackets(ctx.tx, ctx.session, { ...input, scope: attachmentScope(input.medId) })),
})
