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
import { longMutation, longQuery, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { addGln, changeGln, readMyGlns, removeGln, verifyGln, withdrawGln } from './gln.service.ts'
import { readGlnEvidence, uploadGlnEvidence } from './gln-evidence.service.ts'

export const glnRouter = router({
  readManyByUserid: query('gln:read', 'scope', null, z.array(glnRow), readMyGlns),
  createOne: mutation('gln:write', 'input', newGln, glnWritten, addGln),
  updateOne: mutation('gln:write', 'input', glnChange, glnWritten, changeGln),
  deleteOne: mutation('gln:write', 'input', glnKey, ok, removeGln),
  uploadOneEvidence: longMutation('gln:verify', 'input', glnEvidencePacket, evidenceTaken, uploadGlnEvidence),
  readOneEvidence: longQuery('gln:read', { location: 'row', audit: 'read' }, evidenceInput, evidenceFile, (ctx, session, { evidenceId }) =>
    readGlnEvidence(ctx, session, evidenceId),
  ),
  updateVerifyOne: mutation('gln:verify', 'input', glnVerifying, glnWritten, verifyGln),
  updateWithdrawOne: mutation('gln:verify', 'input', glnWithdrawal, glnWritten, withdrawGln),
})
