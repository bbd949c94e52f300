import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** A small random number generator, so that the same seed always causes the same damage. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

interface Damaged {
  what: string
  bytes: Buffer
}

type Damage = (bytes: Buffer, other: Buffer, random: (below: number) => number) => Buffer

const cut = (bytes: Buffer, from: number, length: number) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
const insert = (bytes: Buffer, at: number, piece: Uint8Array) => Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
const NAMES = [
  '00-index.txt',
  '03-receipts.csv',
  '04-ti/empty.xml',
  '14-audit/trail.ndjson',
  '14-audit/checkpoint.txt',
  'verify.html',
  'manifest.json',
]

/** The range of a zipped file's compressed bytes: from the end of the name in its local header to the data descriptor that follows the bytes. */
function findFile(bytes: Buffer, name: string): { from: number; to: number } {
  const from = bytes.indexOf(name) + name.length
  return { from, to: bytes.indexOf(Buffer.from('504b0708', 'hex'), from) }
}

/** Reorders or removes lines of a file, and adjusts the zip around the file, including sizes and checksums, the way an attacker would. */
function changeLines(bytes: Buffer, name: string, change: (lines: string[]) => string[]): Buffer {
  const { from, to } = findFile(bytes, name)
  const text = inflateRawSync(bytes.subarray(from, to)).toString()
  const packed = deflateRawSync(change(text.split('\n')).join('\n'))
  const size = packed.length - (to - from)
  const moved = Buffer.concat([bytes.subarray(0, from), packed, bytes.subarray(to)])
  // The end of the zip contains the offset of its directory, which has moved by `size` bytes.
  moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + size, moved.length - 6)
  return moved
}

const DAMAGES: Record<string, Damage> = {
  'a bit is flipped': (bytes, _, random) => {
    const out = Buffer.from(bytes)
    const at = random(out.length)
    out[at] = (out[at] ?? 0) ^ (1 << random(8))
    return out
  },
  'a bit near the end is flipped': (bytes, _, random) => {
    const out = Buffer.from(bytes)
    const at = out.length - 1 - random(6000)
    out[at] = (out[at] ?? 0) ^ (1 << random(8))
    return out
  },
  'bytes are dropped': (bytes, _, random) => cut(bytes, random(bytes.length - 1), 1 + random(300)),
  'bytes are dropped near the end': (bytes, _, random) => cut(bytes, bytes.length - 1 - random(5000), 1 + random(50)),
  'the end is cut off': (bytes, _, random) => bytes.subarray(0, random(bytes.length)),
  'bytes are doubled': (bytes, _, random) => {
    const at = random(bytes.length)
    return insert(bytes, at, bytes.subarray(at, at + 1 + random(300)))
  },
  'bytes are moved': (bytes, _, random) => {
    const [from, length] = [random(bytes.length - 400), 1 + random(300)]
    const piece = bytes.subarray(from, from + length)
    return insert(cut(bytes, from, length), random(bytes.length - length), piece)
  },
  'bytes are added': (bytes, _, random) =>
    insert(bytes, random(bytes.length + 1), Buffer.from(Array.from({ length: 1 + random(40) }, () => random(256)))),
  'a part is another pack’s': (bytes, other, random) => {
    const at = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), other.subarray(at)])
  },
  'the proof is another pack’s': (bytes, other) => {
    const proofOf = (of: Buffer) => ({
      from: of.lastIndexOf('c2sp.org/tlog-proof'),
      to: of.indexOf(Buffer.from('504b0102', 'hex'), of.lastIndexOf('c2sp.org/tlog-proof')),
    })
    const [ours, theirs] = [proofOf(bytes), proofOf(other)]
    return Buffer.concat([bytes.subarray(0, ours.from), other.subarray(theirs.from, theirs.to), bytes.subarray(ours.to)])
  },
  'a file is renamed': (bytes, _, random) => {
    const name = NAMES[random(NAMES.length)] ?? ''
    const at = random(name.length)
    const char = 'abcdefghijkmnopqrsuvwxyz'[random(24)] ?? ''
    const changed = name.slice(0, at) + (name[at] === char ? '_' : char) + name.slice(at + 1)
    const where = random(3)
    const [first, last] = [bytes.indexOf(name), bytes.lastIndexOf(name)]
    const out = Buffer.from(bytes)
    if (where !== 1) out.write(changed, first)
    if (where !== 0) out.write(changed, last)
    return out
  },
  'a row is dropped': (bytes, _, random) =>
    changeLines(bytes, NAMES[random(2) ? 1 : 3] ?? '', (lines) => lines.toSpliced(random(lines.length - 1), 1)),
  'rows change places': (bytes, _, random) =>
    changeLines(bytes, NAMES[random(2) ? 1 : 3] ?? '', (lines) => {
      const at = random(lines.length - 2)
      return lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? '')
    }),
}

/** Damages a pack in one way, picked by the seed. */
export function damagePack(bytes: Buffer, other: Buffer, seed: number): Damaged {
  const random = makeRandom(seed)
  const kinds = Object.entries(DAMAGES)
  for (;;) {
    const [what, damage] = kinds[random(kinds.length)] ?? ['nothing', (same: Buffer) => same]
    const damaged = damage(bytes, other, random)
    if (!damaged.equals(bytes) && !damaged.equals(other)) return { what, bytes: damaged }
  }
}
