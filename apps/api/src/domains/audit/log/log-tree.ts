import type { CustomerTx } from '../../../db/types.ts'
import { findNewestSeal } from '../audit.queries.ts'
import { FIRST_KEY, findLeafTile, type LeafRow, listLeaves, listTileRoots, listTiles } from './log-tree.queries.ts'
import { completeRoot, foldNodes, HASH_BYTES, type LeafRange, leafHash, listNodes, type TreeNode } from './merkle.ts'

/** Hashes in a tile, and the levels of the tree that it stands for. */
export const TILE_HASHES = 256
const TILE_LEVELS = 8

/** Where the hashes of a complete node are. */
interface Place {
  level: number
  tile: number
  /** In hashes. */
  from: number
  amount: number
}

function placeOf({ level, index }: TreeNode): Place {
  const amount = 2 ** (level % TILE_LEVELS)
  const first = index * amount
  return { level: Math.floor(level / TILE_LEVELS), tile: Math.floor(first / TILE_HASHES), from: first % TILE_HASHES, amount }
}

/**
 * The roots of these ranges of leaves. Reads a few tiles and the newest lines, so it takes the same time for a long trail. A range whose hashes are not all
 * there (lines are gone) has no root.
 */
export async function readRoots(tx: CustomerTx, ranges: readonly LeafRange[]): Promise<(Buffer | undefined)[]> {
  const nodes = ranges.map((range) => listNodes(range).map(placeOf))
  const tiles = await readTiles(tx, nodes.flat())
  return nodes.map((places) => {
    const hashes = places.map(({ level, tile, from, amount }) => {
      const found = tiles.get(`${level} ${tile}`)?.subarray(from * HASH_BYTES, (from + amount) * HASH_BYTES)
      return found?.length === amount * HASH_BYTES ? completeRoot(found) : undefined
    })
    return hashes.every((hash) => hash !== undefined) ? foldNodes(hashes) : undefined
  })
}

async function readTiles(tx: CustomerTx, places: readonly Place[]): Promise<Map<string, Buffer>> {
  const wanted = new Map(places.map(({ level, tile }) => [`${level} ${tile}`, { level, tile }]))
  const found = new Map((await listTiles(tx, [...wanted.values()])).map(({ level, tile, hashes }) => [`${level} ${tile}`, hashes]))
  for (const [key, { level, tile }] of wanted) if (!found.has(key)) found.set(key, await readPart(tx, level, tile))
  return found
}

/** The hashes of a tile that is not complete yet. */
async function readPart(tx: CustomerTx, level: number, tile: number): Promise<Buffer> {
  if (level > 0) return Buffer.concat(await listTileRoots(tx, level - 1, tile * TILE_HASHES, (tile + 1) * TILE_HASHES))
  const leaves = await readLastLeaves(tx, tile)
  return Buffer.concat(leaves.map(({ line }) => leafHash(line)))
}

/** Sealed lines of a tile that is not complete yet; none if the tile before it is missing. */
export async function readLastLeaves(tx: CustomerTx, tile: number): Promise<LeafRow[]> {
  const before = tile === 0 ? FIRST_KEY : await findLeafTile(tx, tile - 1)
  const sealed = await findNewestSeal(tx)
  return before && sealed ? listLeaves(tx, before, sealed, TILE_HASHES) : []
}

/** The hashes of the lines of a tile, complete or not. */
export async function readLeafHashes(tx: CustomerTx, tile: number): Promise<Buffer> {
  return (await readTiles(tx, [{ level: 0, tile, from: 0, amount: 0 }])).get(`0 ${tile}`) ?? Buffer.alloc(0)
}
