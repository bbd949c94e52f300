import { hash } from 'node:crypto'

/**
 * Merkle trees as in RFC 6962, section 2.1. A node (level, index) is the root over the 2^level leaves that begin at index · 2^level; only such complete
 * nodes are stored, and every other root is folded from them.
 */
export interface TreeNode {
  level: number
  index: number
}

/** Leaves from `from` up to, but not including, `to`. */
export type LeafRange = readonly [from: number, to: number]

export const HASH_BYTES = 32
export const EMPTY_ROOT = hash('sha256', '', 'buffer')

export function leafHash(text: string): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(text)]), 'buffer')
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * HASH_BYTES)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + HASH_BYTES)
  return hash('sha256', bytes, 'buffer')
}

/** Computes the root of a complete tree over consecutive hashes, whose number must be a power of two. */
export function completeRoot(hashes: Buffer): Buffer {
  if (hashes.length === HASH_BYTES) return hashes
  const half = Buffer.allocUnsafe(hashes.length / 2)
  for (let at = 0; at < half.length; at += HASH_BYTES)
    nodeHash(hashes.subarray(2 * at, 2 * at + HASH_BYTES), hashes.subarray(2 * at + HASH_BYTES, 2 * at + 2 * HASH_BYTES)).copy(half, at)
  return completeRoot(half)
}

/** The largest power of two that is less than `amount`; `amount` must be at least 2. */
function splitAt(amount: number): number {
  let half = 1
  while (half * 2 < amount) half *= 2
  return half
}

/**
 * Splits a range into complete nodes, left to right; `foldNodes` turns their hashes into the root of the range. The range must begin at a multiple of
 * a power of two that is at least its length.
 */
export function listNodes([from, to]: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = from; at < to; ) {
    let level = 0
    while (at + 2 ** (level + 1) <= to && at % 2 ** (level + 1) === 0) level += 1
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

export function foldNodes(hashes: readonly Buffer[]): Buffer {
  return hashes.reduceRight<Buffer | undefined>((right, left) => (right ? nodeHash(left, right) : left), undefined) ?? EMPTY_ROOT
}

/** The ranges whose root hashes prove that the tree of this size contains the leaf, from the leaf's sibling upward (RFC 6962, section 2.1.1). */
export function listPath(leaf: number, [from, to]: LeafRange): LeafRange[] {
  if (to - from < 2) return []
  const middle = from + splitAt(to - from)
  return leaf < middle ? [...listPath(leaf, [from, middle]), [middle, to]] : [...listPath(leaf, [middle, to]), [from, middle]]
}

/** The ranges whose root hashes prove that the tree with `size` leaves begins with the tree with `older` leaves (RFC 6962, section 2.1.2). */
export function listConsistency(older: number, size: number): LeafRange[] {
  return older === size ? [] : subProof(older, [0, size], true)
}

function subProof(older: number, [from, to]: LeafRange, isWhole: boolean): LeafRange[] {
  if (older === to) return isWhole ? [] : [[from, to]]
  const middle = from + splitAt(to - from)
  return older <= middle
    ? [...subProof(older, [from, middle], isWhole), [middle, to]]
    : [...subProof(older, [middle, to], false), [from, middle]]
}

/** The root that a leaf and its path yield; undefined if the path has the wrong length (RFC 9162, section 2.1.3.2). */
export function rootOfPath(leaf: number, size: number, hash: Buffer, path: readonly Buffer[]): Buffer | undefined {
  if (leaf < 0 || leaf >= size || [hash, ...path].some(({ length }) => length !== HASH_BYTES)) return undefined
  let [at, last, root] = [leaf, size - 1, hash]
  for (const sibling of path) {
    if (last === 0) return undefined
    if (at % 2 === 1 || at === last) {
      root = nodeHash(sibling, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else root = nodeHash(root, sibling)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}

/** Whether the proof shows that the newer tree begins with the older one, which is not empty (RFC 9162, section 2.1.4.2). */
export function isConsistent(
  older: { size: number; root: Buffer },
  newer: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (older.size < 1 || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root)
  if ([older.root, newer.root, ...proof].some(({ length }) => length !== HASH_BYTES)) return false
  const isPower = Number.isInteger(Math.log2(older.size))
  const [first, ...rest] = isPower ? [older.root, ...proof] : proof
  if (!first) return false
  let [at, last] = [older.size - 1, newer.size - 1]
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)]
  let [old, root] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      ;[old, root] = [nodeHash(hash, old), nodeHash(hash, root)]
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else root = nodeHash(root, hash)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 && old.equals(older.root) && root.equals(newer.root)
}
