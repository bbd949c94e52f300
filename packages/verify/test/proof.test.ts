import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openNote, readKey, readProof, rootOfPath } from '../src/proof.js'
import { Sha256 } from '../src/sha256.js'

/** Test vectors that transparency-dev/merkle publishes as many files (testdata/, commit 417fb0c), combined here into one. */
const VECTORS = JSON.parse(readFileSync(new URL('./merkle-vectors.json', import.meta.url), 'utf8')) as {
  inclusion: { leafIdx: number; treeSize: number; root: string; leafHash: string; proof: string[]; desc: string; wantErr: boolean }[]
}
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

describe('the C2SP parsers', () => {
  const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const NOTE =
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

  test('accept the published signed-note.md with its key, and reject a changed note', async () => {
    expect(await openNote(NOTE, readKey(KEY))).toBe('This is an example message.\n')
    for (const changed of [
      NOTE.replace('example m', 'Example m'),
      NOTE.replace('aQM=', 'aQN='),
      NOTE.replace('Uw2Q', 'Uw2R'),
      `${NOTE}\n`,
      NOTE.trimEnd(),
    ])
      await expect(openNote(changed, readKey(KEY))).rejects.toThrow()
  })

  test('refuse a key whose id does not match its name', () => {
    for (const wrong of [KEY.replace('foo', 'fop'), KEY.replace('530d', '530e'), KEY.replace('AekY', 'AekZ'), KEY.slice(0, -1), ''])
      if (wrong !== KEY) expect(() => readKey(wrong)).toThrow()
  })

  test('read the published tlog-proof.md', () => {
    const hash = Buffer.alloc(32, 7).toString('base64')
    const note = 'example.com/log\n3\nroot\n\n— example.com/log sig\n'
    expect(readProof(`c2sp.org/tlog-proof@v1\nextra YWJj\nindex 2\n${hash}\n\n${note}`)).toMatchObject({
      index: 2,
      note,
      path: [{ length: 32 }],
    })
    for (const wrong of ['extra YWJj\nindex 02\n', 'extra YWJj\n', 'index 2\n', 'extra YWJk=\nindex 2\n', 'extra YWJjZB==\nindex 2\n'])
      expect(() => readProof(`c2sp.org/tlog-proof@v1\n${wrong}${hash}\n\n${note}`)).toThrow()
  })
})

test.each(VECTORS.inclusion)(
  'the verifier and another implementation agree on an inclusion proof: $desc',
  ({ leafIdx, treeSize, root, leafHash, proof, wantErr }) => {
    const judge = () => Buffer.from(rootOfPath(leafIdx, treeSize, bytes(leafHash), proof.map(bytes))).equals(Buffer.from(root, 'base64'))
    let isIncluded = false
    try {
      isIncluded = judge()
    } catch {
      // A verifier that throws also rejects the proof.
    }
    expect(isIncluded).toBe(!wantErr)
  },
)

test('the SHA-256 hash is the same however the bytes are split', () => {
  for (let length = 0; length < 200; length += 1) {
    const data = randomBytes(length)
    const hash = new Sha256()
    for (let at = 0; at < length; at += 1 + (at % 67)) hash.update(data.subarray(at, Math.min(length, at + 1 + (at % 67))))
    expect(Buffer.from(hash.digest()).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'))
  }
})
