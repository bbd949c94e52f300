import type { Secrets } from '../../core/secrets.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findNewestSeal } from './audit.queries.ts'
import { findCut, findSealOfEra, insertSeal, listEras, lockTrail, readBound, readTrailLines, type XidRange } from './audit-seal.queries.ts'
import { growLog, type LogGrown } from './log/grow-log.ts'
import { NO_SEAL, sealHash, sealKeyId } from './seal-hash.ts'

/** Maximum number of lines in one seal, because they are all in memory at once. A seal exceeds it only if a single transaction wrote more lines. */
const MOST_LINES = 50_000

export interface SealMade {
  id: number
  hash: Buffer
  lines: number
}

export interface Sealed extends LogGrown {
  seals: SealMade[]
}

/**
 * Seals one batch of audit lines, then appends one batch of sealed lines to the log. If the result has `isMore`, call this function again in another
 * transaction.
 *
 * Only lines of transactions with an id below an upper limit are sealed: all of these transactions have ended. So no later commit can add a line to a
 * sealed range, and writers never wait for the sealing. The limit is read by a separate statement and passed as a value, because each server of a
 * cluster would compute a different limit inside a query on a distributed table.
 */
export async function sealPiece(
  tx: CustomerTx,
  { customerId, now, secrets, mostLines = MOST_LINES }: { customerId: number; now: Date; secrets: Secrets; mostLines?: number },
): Promise<Sealed> {
  await lockTrail(tx)
  const seals: SealMade[] = []
  const eras = await listEras(tx)
  const bound = await readBound(tx)
  const current = eras.at(-1)
  let isCut = false
  for (const era of eras) {
    const after = (await findSealOfEra(tx, era))?.beforeXid ?? '0'
    // In a past era, all remaining lines can be sealed, because no line can be added to it.
    const whole = { era, after, before: era === current ? String(bound) : '18446744073709551615' }
    if (after === whole.before) continue
    const range = await cutRange(tx, whole, mostLines)
    const lines = await readTrailLines(tx, range)
    if (!lines.length) continue
    const seal = { era, afterXid: after, beforeXid: range.before, previousHash: (await findNewestSeal(tx))?.hash ?? NO_SEAL }
    const hash = sealHash(secrets, customerId, seal, lines)
    const id = await insertSeal(tx, { ...seal, keyId: sealKeyId(secrets), amount: lines.length, hash, sealedAt: now })
    seals.push({ id, hash, lines: lines.length })
    isCut = range !== whole
    // Stop here, because this era has more lines to seal. The log lists lines in the order of their seals, so the next era must wait.
    if (isCut) break
  }
  const grown = await growLog(tx, { customerId, now, secrets })
  return { ...grown, seals, isMore: isCut || grown.isMore }
}

/**
 * Returns the range itself or, if it contains more than `most` lines of the audit log, its first part. The lines of one transaction always stay
 * together.
 */
async function cutRange(tx: CustomerTx, range: XidRange, most: number): Promise<XidRange> {
  const cut = await findCut(tx, range, most)
  if (!cut) return range
  return { ...range, before: cut.first === cut.next ? String(BigInt(cut.next) + 1n) : cut.next }
}
