import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  completeRoot,
  EMPTY_ROOT,
  foldNodes,
  isConsistent,
  type LeafRange,
  leafHash,
  listConsistency,
  listNodes,
  listPath,
  nodeHash,
  rootOfPath,
} from './merkle.ts'

/** Test vectors that transparency-dev/merkle publishes (testdata/, commit 417fb0c), collected in one file. */
const VECTORS = JSON.parse(
  readFileSync(new URL('../../../../../../packages/verify/test/merkle-vectors.json', import.meta.url), 'utf8'),
) as {
  inclusion: { leafIdx: number; treeSize: number; root: string; leafHash: string; proof: string[]; desc: string; wantErr: boolean }[]
  consistency: { size1: number; size2: number; root1: string; root2: string; proof: string[]; desc: string; wantErr: boolean }[]
}
const bytes = (text: string) => Buffer.from(text, 'base64')

const LEAVES = Array.from({ length: 70 }, (_, at) => leafHash(`line ${at}`))

/** Computes the root of a Merkle tree word for word as RFC 6962 defines it. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves
  if (!first) return EMPTY_ROOT
  if (leaves.length === 1) return first
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(definedRoot(leaves.slice(0, half)), definedRoot(leaves.slice(half)))
}

const rangeRoot = (range: LeafRange) =>
  foldNodes(
    listNodes(range).map(({ level, index }) => completeRoot(Buffer.concat(LEAVES.slice(index * 2 ** level, (index + 1) * 2 ** level)))),
  )

describe('the tree of the audit log', () => {
  test('has the hashes given in RFC 6962 if it is empty or has one empty entry', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  })

  test('has the same root, whether computed from complete nodes or directly from the definition', () => {
    for (let size = 0; size <= LEAVES.length; size += 1) expect(rangeRoot([0, size]).equals(definedRoot(LEAVES.slice(0, size)))).toBe(true)
  })

  test('proves each of its entries, and rejects any other entry', () => {
    for (let size = 1; size <= LEAVES.length; size += 1) {
      const root = definedRoot(LEAVES.slice(0, size))
      for (const [leaf, hash] of LEAVES.slice(0, size).entries()) {
        const path = listPath(leaf, [0, size]).map(rangeRoot)
        expect(rootOfPath(leaf, size, hash, path)?.equals(root)).toBe(true)
        expect(rootOfPath(leaf, size, leafHash('other'), path)?.equals(root)).not.toBe(true)
        expect(rootOfPath(leaf, size, hash, [...path, hash])).toBeUndefined()
      }
    }
  })

  test('is consistent with each smaller tree, but not with an altered one', () => {
    for (let size = 1; size <= LEAVES.length; size += 1)
      for (let older = 1; older <= size; older += 1) {
        const proof = listConsistency(older, size).map(rangeRoot)
        const newer = { size, root: definedRoot(LEAVES.slice(0, size)) }
        expect(isConsistent({ size: older, root: definedRoot(LEAVES.slice(0, older)) }, newer, proof)).toBe(true)
        expect(isConsistent({ size: older, root: leafHash('other') }, newer, proof)).toBe(false)
      }
  })

  test.each(VECTORS.inclusion)('matches another implementation: $desc', ({ leafIdx, treeSize, root, leafHash: hash, proof, wantErr }) => {
    expect(rootOfPath(leafIdx, treeSize, bytes(hash), proof.map(bytes))?.equals(bytes(root)) ?? false).toBe(!wantErr)
  })

  test.each(VECTORS.consistency)('matches the tree of another implementation: $desc', ({ size1, size2, root1, root2, proof, wantErr }) => {
    const judged = isConsistent({ size: size1, root: bytes(root1) }, { size: size2, root: bytes(root2) }, proof.map(bytes))
    expect(judged).toBe(!wantErr)
  })
})
