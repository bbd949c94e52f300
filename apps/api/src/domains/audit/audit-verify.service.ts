import { createHash } from 'node:crypto'
import type { AuditVerified } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { readLines } from '../../jobs/audit-seal.jobs.ts'
import { countSeals, countUnsealed, findSeal, listSealedXids, listSeals, type Seal } from './audit.queries.ts'

/** So many seals in one call: each reads its lines anew. */
const PIECE = 200

/**
 * Makes the hashes of sealed lines anew and compares. A seal is intact when its lines give its hash, it names the hash of the one before,
 * and it begins where the one before ended: a line that was changed, added or taken away breaks it, and so does a seal that is gone.
 */
export async function verifyTrail(tx: CustomerTx, { afterSealId }: { afterSealId: number }): Promise<AuditVerified> {
  const before = afterSealId ? await findSeal(tx, afterSealId) : undefined
  const sealedXids = await listSealedXids(tx, afterSealId)
  const [seals, unsealed] = [await listSeals(tx, afterSealId, PIECE), await countUnsealed(tx)]
  let last: Seal | undefined = before
  let lines = 0
  for (const [index, seal] of seals.entries()) {
    const found = await readLines(tx, { era: seal.era, after: seal.afterXid, before: seal.beforeXid })
    const previous = last?.hash ?? Buffer.alloc(32)
    const hash = createHash('sha256').update(previous)
    for (const { line } of found) hash.update(line)
    const follows = seal.previousHash.equals(previous) && seal.afterXid === (sealedXids.get(seal.era) ?? '0')
    if (!follows || found.length !== seal.amount || !seal.hash.equals(hash.digest())) {
      const broken = { after: sealedAt(last), until: seal.sealedAt.toISOString(), expected: seal.amount, found: found.length }
      return { seals: index, lines, left: 0, nextSealId: null, intactUntil: sealedAt(last), broken, unsealed }
    }
    sealedXids.set(seal.era, seal.beforeXid)
    last = seal
    lines += seal.amount
  }
  const left = last ? await countSeals(tx, last.id) : 0
  return {
    seals: seals.length,
    lines,
    left,
    nextSealId: left && last ? last.id : null,
    intactUntil: sealedAt(last),
    broken: null,
    unsealed,
  }
}

function sealedAt(seal: Seal | undefined): string | null {
  return seal?.sealedAt.toISOString() ?? null
}
