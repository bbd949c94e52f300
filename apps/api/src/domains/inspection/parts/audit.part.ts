import { formatAmount } from '@seriatim/schema'
import { may } from '../../../call/access/access.ts'
import { text } from '../../../pack/pack-content.ts'
import { CHECKPOINT_PART, TRAIL_PART } from '../../../pack/pack-format.ts'
import { readLogFingerprint, readLogKey, sealNow, streamTrailProofs } from '../../audit/audit-log.service.ts'
import { countTrail } from './audit.queries.ts'
import type { PartScope, PartSource } from './part.ts'

/**
 * The trail holds rows of all locations, and whoever reads it may read all of it. So it goes only into a pack of all locations, made by somebody who
 * may read the trail; any pack has the proof of its own row.
 */
export const hasTrail = ({ session, selection }: Pick<PartScope, 'session' | 'selection'>): boolean =>
  selection.isWhole && selection.glns === null && selection.goods === null && may(session, 'audit:read', null)

export const auditPart: PartSource = {
  part: 'audit',
  async count(tx, scope) {
    if (!hasTrail(scope)) return 'The proof of this pack only'
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
    const checkpoint = await sealNow(run.deps, customerId)
    if (!checkpoint) return
    run.setCheckpoint(checkpoint.note)
    yield { name: CHECKPOINT_PART, content: text(checkpoint.note) }
    const { from, to } = run.selection
    yield { name: TRAIL_PART, content: streamTrailProofs(run.deps, { customerId, checkpoint, from, to }) }
  },
}
