import {
  evidenceFile,
  evidenceInput,
  evidenceTaken,
  glnChange,
  glnEvidencePacket,
  glnKey,
  glnRow,
  glnVerifying,
  glnWithdrawal,
  glnWritten,
  newGln,
  ok,
} from '@seriatim/schema'
import { z } from 'zod'
import { allowed, customerProcedure, router } from '../../../call/trpc.ts'
import { addGln, changeGln, readMyGlns, removeGln, verifyGln, withdrawGln } from './gln.service.ts'
import { readGlnEvidence, uploadGlnEvidence } from './gln-evidence.service.ts'

const write = customerProcedure('gln:write', { location: 'input' })
const verify = customerProcedure('gln:verify', { location: 'input' })

export const glnRouter = router({
  readManyByUserid: customerProcedure('gln:read', { location: 'scope' })
    .output(z.array(glnRow))
    .query(({ ctx }) => readMyGlns(ctx.tx, ctx.session)),

  createOne: write
    .input(newGln)
    .output(glnWritten)
    .mutation(({ ctx, input }) => addGln(ctx.tx, ctx.session, input)),

  updateOne: write
    .input(glnChange)
    .output(glnWritten)
    .mutation(({ ctx, input }) => changeGln(ctx.tx, ctx.session, input)),

  deleteOne: write
    .input(glnKey)
    .output(ok)
    .mutation(({ ctx, input }) => removeGln(ctx.tx, ctx.session, input)),

  uploadOneEvidence: allowed('gln:verify', { location: 'input' })
    .input(glnEvidencePacket)
    .output(evidenceTaken)
    .mutation(({ ctx, input }) => uploadGlnEvidence(ctx, ctx.session, input)),

  readOneEvidence: allowed('gln:read', { location: 'row', audit: 'read' })
    .input(evidenceInput)
    .output(evidenceFile)
    .query(({ ctx, input }) => readGlnEvidence(ctx, ctx.session, input.evidenceId)),

  updateVerifyOne: verify
    .input(glnVerifying)
    .output(glnWritten)
    .mutation(({ ctx, input }) => verifyGln(ctx.tx, ctx.session, input)),

  updateWithdrawOne: verify
    .input(glnWithdrawal)
    .output(glnWritten)
    .mutation(({ ctx, input }) => withdrawGln(ctx.tx, ctx.session, input)),
})
