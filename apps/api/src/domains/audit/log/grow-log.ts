import type { Secrets } from '../../../core/secrets.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findNewestSeal } from '../audit.queries.ts'
import { makeSigner } from './checkpoint.ts'
import {
  type CheckpointRow,
  FIRST_KEY,
  findLeafTile,
  findNewestCheckpoint,
  insertCheckpoint,
  insertTiles,
  type LineKey,
  listLeaves,
  listTileRoots,
  type TileRow,
} from './log-tree.queries.ts'
import { LogTree, TILE_HASHES } from './log-tree.ts'
import { completeRoot, leafHash } from './merkle.ts'

/** Maximum number of tiles that one call adds. */
const MOST_TILES = 256

export interface LogGrown {
  checkpoint: Omit<CheckpointRow, 'customerId'> | undefined
  /** Why the log was not extended although there was something to add; otherwise undefined. */
  fault: string | undefined
  /** Whether sealed lines remain for the next call. */
  isMore: boolean
}

/**
 * Adds sealed lines to the tree and signs its new head. It never signs a head that does not continue the previous one: if the tree below the newest
 * checkpoint has changed, it adds nothing and reports the fault.
 */
export async function growLog(
  tx: CustomerTx,
  { customerId, now, secrets }: { customerId: number; now: Date; secrets: Secrets },
): Promise<LogGrown> {
  const sealed = await findNewestSeal(tx)
  if (!sealed) return { checkpoint: undefined, fault: undefined, isMore: false }
  const newest = await findNewestCheckpoint(tx)
  if (newest) {
    const [root] = await new LogTree(tx).roots([[0, newest.size]])
    if (!root?.equals(newest.root)) return { checkpoint: undefined, fault: LOG_CHANGED(newest.size), isMore: false }
  }
  const last = await findLeafTile(tx)
  let tiles = last ? last.tile + 1 : 0
  let key: LineKey = last ?? FIRST_KEY
  const lines = await listLeaves(tx, key, sealed, MOST_TILES * TILE_HASHES)
  const rows: TileRow[] = []
  for (let at = 0; at + TILE_HASHES <= lines.length; at += TILE_HASHES) {
    const part = lines.slice(at, at + TILE_HASHES)
    key = part.at(-1) ?? key
    rows.push(makeTile(0, tiles, key, Buffer.concat(part.map(({ line }) => leafHash(line)))))
    tiles += 1
  }
  for (let at = 0; at < rows.length; at += 32) await insertTiles(tx, rows.slice(at, at + 32))
  await raiseTiles(tx, 0, rows)
  const size = (last ? last.tile + 1 : 0) * TILE_HASHES + lines.length
  if (size === (newest?.size ?? 0)) return { checkpoint: undefined, fault: undefined, isMore: false }
  const [root] = await new LogTree(tx).roots([[0, size]])
  if (!root) return { checkpoint: undefined, fault: LOG_CHANGED(size), isMore: false }
  const signer = makeSigner(secrets, customerId)
  const checkpoint = { size, root, note: signer.sign(size, root), key: signer.key, madeAt: now }
  await insertCheckpoint(tx, checkpoint)
  return { checkpoint, fault: undefined, isMore: lines.length === MOST_TILES * TILE_HASHES }
}

const LOG_CHANGED = (size: number) => `The first ${size} lines of the trail no longer match what was signed.`

function makeTile(level: number, tile: number, { era, xid, id }: LineKey, hashes: Buffer): TileRow {
  return { level, tile, era, xid, auditId: id, root: completeRoot(hashes), hashes }
}

/** Each of `rows` that is the last child of a tile on the next higher level completes that tile. Adds the completed tiles, level by level. */
async function raiseTiles(tx: CustomerTx, level: number, rows: readonly TileRow[]): Promise<void> {
  const above: TileRow[] = []
  for (const { tile, era, xid, auditId } of rows) {
    if ((tile + 1) % TILE_HASHES !== 0) continue
    const roots = await listTileRoots(tx, level, tile + 1 - TILE_HASHES, tile + 1)
    above.push(makeTile(level + 1, (tile + 1) / TILE_HASHES - 1, { era, xid, id: auditId }, Buffer.concat(roots)))
  }
  if (!above.length) return
  await insertTiles(tx, above)
  await raiseTiles(tx, level + 1, above)
}
