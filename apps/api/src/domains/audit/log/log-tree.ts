import type { CustomerTx } from '../../../db/types.ts'
import { findNewestSeal } from '../audit.queries.ts'
import { FIRST_KEY, findLeafTile, type LeafRow, listLeaves, listTiles } from './log-tree.queries.ts'
import { completeRoot, foldNodes, HASH_BYTES, type LeafRange, leafHash, listNodes, type TreeNode } from './merkle.ts'

/** Number of hashes in a tile (256) and, below, the number of tree levels that one tile covers. */
export const TILE_HASHES = 256
const TILE_LEVELS = 8

/** A range of one stored tile whose hashes give the root of a complete node: the node's own hash, or those of the leaves or subtrees below it. */
interface Place {
  level: number
  tile: number
  /** Offset of the first hash within the tile, counted in hashes. */
  from: number
  amount: number
}

function placeOf({ level, index }: TreeNode): Place {
  const amount = 2 ** (level % TILE_LEVELS)
  const first = index * amount
  return { level: Math.floor(level / TILE_LEVELS), tile: Math.floor(first / TILE_HASHES), from: first % TILE_HASHES, amount }
}

const keyOf = ({ level, tile }: { level: number; tile: number }) => `${level} ${tile}`

/** A signed head of the tree: its size and its root hash. */
interface Head {
  size: number
  root: Buffer
}

/**
 * Cache of the complete nodes from which the root of a signed head is computed, by the head's size and root. An entry never becomes outdated, because
 * no other nodes produce the same root. With it, a proof need not read the newest lines of the log again.
 */
const EDGES = new Map<string, Buffer[]>()
const MOST_EDGES = 1000

/**
 * The tree of one customer as one transaction sees it. It reads only a few tiles and the newest lines, once each, so a longer trail takes no more
 * time.
 */
export class LogTree {
  private readonly tiles = new Map<string, Buffer>()
  private readonly tx: CustomerTx
  private readonly head: Head | undefined

  /** With `head`, a range that ends where the signed tree ends is computed from the nodes that make up the signed head. */
  constructor(tx: CustomerTx, head?: Head) {
    this.tx = tx
    this.head = head
  }

  /** The roots of these ranges of leaves. A range with missing hashes (because lines are gone) has no root. */
  async roots(ranges: readonly LeafRange[]): Promise<(Buffer | undefined)[]> {
    const edge = this.head && (await this.readEdge(this.head))
    const ofEdge = (range: LeafRange) => edge !== undefined && this.isEdge(range)
    const nodes = ranges.map((range) => (ofEdge(range) ? [] : listNodes(range).map(placeOf)))
    await this.load(nodes.flat())
    return nodes.map((places, at) => {
      const range = ranges[at]
      // If a range ends where the signed tree ends, its nodes are the last nodes of `edge`.
      if (edge && range && ofEdge(range)) return foldNodes(edge.slice(-listNodes(range).length))
      const hashes = places.map((place) => {
        const { from, amount } = place
        const found = this.tiles.get(keyOf(place))?.subarray(from * HASH_BYTES, (from + amount) * HASH_BYTES)
        return found?.length === amount * HASH_BYTES ? completeRoot(found) : undefined
      })
      return hashes.every((hash) => hash !== undefined) ? foldNodes(hashes) : undefined
    })
  }

  /**
   * Whether the root of the range can be computed from the nodes of the signed head. The range must end where the head ends and begin where one of
   * the head's complete nodes begins. In a head of four leaves, which is a single node, the range of the last leaf alone does not.
   */
  private readonly isEdge = ([from, to]: LeafRange): boolean =>
    to === this.head?.size && listNodes([0, to]).some(({ level, index }) => index * 2 ** level === from)

  /** Hashes of the complete subtrees that make up a signed head; undefined if the stored hashes no longer produce its root. */
  private async readEdge({ size, root }: Head): Promise<Buffer[] | undefined> {
    const key = `${size} ${root.toString('hex')}`
    const known = EDGES.get(key)
    if (known) return known
    const edge = await new LogTree(this.tx).roots(
      listNodes([0, size]).map(({ level, index }): LeafRange => [index * 2 ** level, (index + 1) * 2 ** level]),
    )
    const whole = edge.filter((hash) => hash !== undefined)
    if (whole.length !== edge.length || !foldNodes(whole).equals(root)) return undefined
    if (EDGES.size >= MOST_EDGES) EDGES.clear()
    EDGES.set(key, whole)
    return whole
  }

  /** The hashes of a tile's lines, whether the tile is complete or not. With `path`, the same query loads the tiles on the path from it to the root. */
  async leafHashes(tile: number, path: readonly LeafRange[] = []): Promise<Buffer> {
    await this.load([{ level: 0, tile }, ...path.flatMap((range) => (this.isEdge(range) ? [] : listNodes(range).map(placeOf)))])
    return this.tiles.get(keyOf({ level: 0, tile })) ?? Buffer.alloc(0)
  }

  private async load(places: readonly { level: number; tile: number }[]): Promise<void> {
    const wanted = new Map(places.flatMap((place) => (this.tiles.has(keyOf(place)) ? [] : [[keyOf(place), place] as const])))
    if (wanted.size === 0) return
    for (const place of wanted.values()) if (place.level > 0) this.tiles.set(keyOf(place), Buffer.alloc(0))
    for (const found of await listTiles(this.tx, [...wanted.values()], TILE_HASHES)) this.tiles.set(keyOf(found), found.hashes)
    const missing = [...wanted.values()].filter((place) => !this.tiles.has(keyOf(place)))
    for (const place of missing) {
      const leaves = await readLastLeaves(this.tx, place.tile)
      this.tiles.set(keyOf(place), Buffer.concat(leaves.map(({ line }) => leafHash(line))))
    }
  }
}

/** Reads the sealed lines of the tile with this number, which is not complete yet; returns none if the previous tile is missing. */
export async function readLastLeaves(tx: CustomerTx, tile: number): Promise<LeafRow[]> {
  const before = tile === 0 ? FIRST_KEY : await findLeafTile(tx, tile - 1)
  const sealed = await findNewestSeal(tx)
  return before && sealed ? listLeaves(tx, before, sealed, TILE_HASHES) : []
}
