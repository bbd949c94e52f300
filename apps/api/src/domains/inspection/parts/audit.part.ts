import { formatAmount } from '@seriatim/schema'
import { may } from '../../../call/access/access.ts'
import { TimeStampError } from '../../../outside/time-stamp.ts'
import { bytes, text } from '../../../pack/pack-content.ts'
import { CHECKPOINT_PART, TIME_STAMP_PART, TRAIL_PART } from '../../../pack/pack-format.ts'
import {
  type LogCheckpoint,
  proveNewAuditRow,
  readLogFingerprint,
  readLogKey,
  sealNow,
  streamTrailProofs,
} from '../../audit/audit-log.service.ts'
import { stampCheckpoint } from '../../audit/time-stamp.service.ts'
import { countTrail, findNewestEntry } from './audit.queries.ts'
import type { PartRun, PartScope, PartSource } from './part.ts'

/**
 * The trail contains rows of all locations, and anyone who may read the trail may read all of it. A pack therefore includes it only if the pack
 * covers all locations and is made by somebody who may read the trail. Every pack has the proof of the row that records the pack itself.
 */
export const hasTrail = ({ session, selection }: Pick<PartScope, 'session' | 'selection'>): boolean =>
  selection.isWhole && selection.glns === null && selection.goods === null && may(session, 'audit:read', null)

export const auditPart: PartSource = {
  part: 'audit',
  async count(tx, scope) {
    if (!hasTrail(scope)) return 'Only the proof for this pack'
    const { from, to } = scope.selection
    return formatAmount(await countTrail(tx, { from, to }), 'entry', 'entries')
  },
  gaps: async () => [],
  async *files(run) {
    const { customerId } = run.session
    yield {
      name: '14-audit/key.txt',
      content: text(`${readLogKey(run.deps.secrets, customerId)}\n\nFingerprint: ${readLogFingerprint(run.deps.secrets)}\n`),
    }
    if (!hasTrail(run)) return
    await waitForSeal(run)
    const checkpoint = await sealNow(run.deps, customerId)
    if (!checkpoint) return
    run.setCheckpoint(checkpoint.note)
    yield { name: CHECKPOINT_PART, content: text(checkpoint.note) }
    const stamp = await findStamp(run, checkpoint)
    if (stamp) yield { name: TIME_STAMP_PART, content: bytes(stamp.response) }
    const { from, to } = run.selection
    yield { name: TRAIL_PART, content: streamTrailProofs(run.deps, { customerId, checkpoint, from, to }) }
  },
}

/**
 * Maximum number of attempts to seal the rows, one per second. Rows cannot be sealed while a long import of any customer runs, but waiting up to an
 * hour is short compared with the time in which a large pack is built.
 */
export const SEAL_ATTEMPTS = 3600

/** Waits until all audit rows that exist now are sealed: the pack contains only sealed rows, while its page 1 counts all rows. */
async function waitForSeal(run: PartRun): Promise<void> {
  const { customerId } = run.session
  const auditId = await run.read((tx) => findNewestEntry(tx, run.selection))
  if (auditId === undefined) return
  const onWait = () => run.step('Waiting for the audit trail to be sealed')
  await proveNewAuditRow({ ...run.deps }, { customerId, auditId }, onWait, SEAL_ATTEMPTS)
}

/** Has the checkpoint stamped. If the time stamp service is unavailable, returns undefined and lists this as a gap of the pack. */
async function findStamp(run: PartRun, checkpoint: LogCheckpoint) {
  try {
    return await stampCheckpoint(run.deps, run.session.customerId, checkpoint)
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error
    const words = `The checkpoint of the audit trail has no time stamp: ${error.message}`
    run.note({ part: 'audit', text: words, amount: 1, items: [{ text: words, path: '/audit' }] })
    return undefined
  }
}
