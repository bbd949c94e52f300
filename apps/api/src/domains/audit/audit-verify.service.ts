import type { AuditSealFound, AuditVerified } from '@seriatim/schema'
import { type Secrets, sameBytes } from '../../core/secrets.ts'
import { readInOneQuery, withInstants } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import {
  countSealedLines,
  countSeals,
  findSeal,
  listSeals,
  type Seal,
  selectNewestSeal,
  selectSealedXids,
  selectUnsealed,
} from './audit.queries.ts'
import { readTrailLines } from './audit-seal.queries.ts'
import { checkLog } from './log/check-log.ts'
import { LogTree, TILE_HASHES } from './log/log-tree.ts'
import { HASH_BYTES, leafHash } from './log/merkle.ts'
import { NO_SEAL, sealHash, sealKeyId } from './seal-hash.ts'

/** Number of seals verified per call; the call reads all their lines again. */
const PIECE = 200

/**
 * Recomputes the hashes of sealed lines and compares them. A seal is intact if its lines produce its hash, it contains the hash of the previous seal,
 * and it begins where the previous one ended: a changed, added or removed line breaks it, and so does a missing seal.
 */
export async function verifyTrail(
  tx: CustomerTx,
  { customerId, secrets }: { customerId: number; secrets: Secrets },
  { afterSealId }: { afterSealId: number },
): Promise<AuditVerified> {
  const before = afterSealId ? await findSeal(tx, afterSealId) : undefined
  const seals = await listSeals(tx, afterSealId, PIECE)
  const found = await readInOneQuery(tx, { sealed: selectSealedXids(afterSealId), unsealed: selectUnsealed(), newest: selectNewestSeal() })
  const sealedXids = new Map(found.sealed.map((one) => [one.era, one.before]))
  const [newest] = withInstants(found.newest, 'sealedAt')
  const keyId = sealKeyId(secrets)
  const checked = await checkLog(tx, { customerId, secrets })
  const about = {
    unsealed: found.unsealed[0]?.amount ?? 0,
    newest: newest ? { ...newest, sealedAt: sealedAt(newest) } : null,
    logFault: checked?.fault ?? null,
  }
  const tree = new LogTree(tx)
  let place = await countSealedLines(tx, afterSealId)
  let last: Seal | undefined = before
  let lines = 0
  for (const [index, seal] of seals.entries()) {
    const texts = await readTrailLines(tx, { era: seal.era, after: seal.afterXid, before: seal.beforeXid })
    const isForeignKey = !sameBytes(seal.keyId, keyId)
    const follows = seal.previousHash.equals(last?.hash ?? NO_SEAL) && seal.afterXid === (sealedXids.get(seal.era) ?? '0')
    const isSealed = follows && texts.length === seal.amount && sameBytes(seal.hash, sealHash(secrets, customerId, seal, texts))
    if (!isSealed || !(await isLogged(tree, place, texts))) {
      const broken = {
        after: last ? sealedAt(last) : null,
        until: sealedAt(seal),
        expected: seal.amount,
        found: texts.length,
        isForeignKey,
      }
      return { ...about, seals: index, lines, left: 0, nextSealId: null, intactUntil: broken.after, broken }
    }
    sealedXids.set(seal.era, seal.beforeXid)
    last = seal
    place += seal.amount
    lines += seal.amount
  }
  const left = last ? await countSeals(tx, last.id) : 0
  return {
    ...about,
    seals: seals.length,
    lines,
    left,
    nextSealId: left && last ? last.id : null,
    intactUntil: last ? sealedAt(last) : null,
    broken: null,
  }
}

/**
 * Whether the log has these lines from this position on; lines beyond the end of the log are not checked. The log's tiles keep the hash of each line,
 * so the comparison reveals changes that a new seal would hide.
 */
async function isLogged(tree: LogTree, place: number, texts: readonly string[]): Promise<boolean> {
  let tile = -1
  let hashes: Buffer = Buffer.alloc(0)
  for (const [at, text] of texts.entries()) {
    const index = place + at
    if (Math.floor(index / TILE_HASHES) !== tile) {
      tile = Math.floor(index / TILE_HASHES)
      hashes = await tree.leafHashes(tile)
    }
    const from = (index % TILE_HASHES) * HASH_BYTES
    if (hashes.length > from && !hashes.subarray(from, from + HASH_BYTES).equals(leafHash(text))) return false
  }
  return true
}

/** Compares the stored seal with this number with a hash that somebody noted outside the database. `hash` may be only the first digits. */
export async function compareSeal(tx: CustomerTx, { number, hash }: { number: number; hash: string }): Promise<AuditSealFound> {
  const seal = await findSeal(tx, number)
  if (!seal) return { outcome: 'missing', sealedAt: null }
  return { outcome: seal.hash.toString('hex').startsWith(hash) ? 'same' : 'different', sealedAt: sealedAt(seal) }
}

function sealedAt(seal: Pick<Seal, 'sealedAt'>): string {
  return seal.sealedAt.toISOString()
}
