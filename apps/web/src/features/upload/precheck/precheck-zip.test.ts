import { deflateRawSync } from 'node:zlib'
import { makeDocument } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { checkFile, type PrecheckMessage, sniffFile } from './precheck.ts'

const xml = Buffer.from(
  [
    ...makeDocument({
      meds: 8,
      perCase: 2,
      casesPerPallet: 2,
      now: new Date('2026-01-05T12:00:00Z'),
      serialSeed: 'zip',
      instanceIdentifier: 'Z-1',
      faults: ['missingReadPoint'],
    }),
  ].join(''),
)
const NOW = new Date('2026-01-06T12:00:00Z')

interface Packing {
  method?: number
  flags?: number
  /** The size that the zip directory claims. */
  size?: number
}

/** Builds a zip of these files by hand, because no library makes broken ones. */
function zip(files: readonly Buffer[], { method = 8, flags = 0, size }: Packing = {}): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const packed = method === 8 ? deflateRawSync(file) : file
    const local = Buffer.alloc(31, 'a')
    local.write('PK\u0003\u0004', 'latin1')
    local.writeUInt16LE(1, 26)
    local.writeUInt16LE(0, 28)
    const entry = Buffer.alloc(47, 0)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size ?? file.length, 24)
    entry.writeUInt16LE(1, 28)
    entry.writeUInt32LE(offset, 42)
    entry.write('a', 46)
    parts.push(local, packed)
    directory.push(entry)
    offset += local.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt32LE(directory.length * 47, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}

async function check(bytes: Uint8Array<ArrayBuffer>): Promise<PrecheckMessage | undefined> {
  const said: PrecheckMessage[] = []
  await checkFile(new Blob([bytes]), NOW, (message) => said.push(message))
  return said.at(-1)
}

describe('the check of a zip before sending', () => {
  test.each([
    ['deflated', 8],
    ['stored', 0],
  ])('gives the same findings for a zip with one %s file as for the unzipped file', async (_how, method) => {
    const bare = await check(xml)
    expect(bare).toMatchObject({ validation: { verdict: 'reject', meds: 8 } })
    expect(await check(zip([xml], { method }))).toEqual(bare)
  })

  test.each([
    [{ kind: 'zipNotOne', facts: { files: 0 } }, zip([])],
    [{ kind: 'zipEncrypted', facts: {} }, zip([xml], { flags: 1 })],
    [{ kind: 'zipTooLarge', facts: {} }, zip([xml], { size: 0xf000_0000 })],
    [{ kind: 'zipNotXml', facts: {} }, zip([Buffer.from('{"type":"FeatureCollection"}')])],
    [{ kind: 'zipDamaged', facts: {} }, zip([xml], { size: xml.length + 1 })],
    [{ kind: 'zipDamaged', facts: {} }, zip([xml], { method: 12 })],
    [{ kind: 'zipDamaged', facts: {} }, zip([xml]).subarray(0, 400)],
    [{ kind: 'zipDamaged', facts: {} }, Buffer.from(zip([xml])).fill(0xff, 200, 300)],
  ])('refuses the same zips as the server: %j', async (unreadable, bytes) => {
    expect(await check(bytes)).toEqual({ unreadable })
  })

  test('leaves a zip of several files to the server', async () => {
    expect(await check(zip([xml, xml]))).toEqual({ isSeveral: true })
  })

  test('stops reading at the size that the zip declares', async () => {
    const bomb = zip([Buffer.concat([Buffer.from('<a>'), Buffer.alloc(64 * 1024 * 1024, ' ')])], { size: 1000 })
    expect(bomb.length).toBeLessThan(100_000)
    const began = process.memoryUsage().arrayBuffers
    expect(await check(bomb)).toEqual({ unreadable: { kind: 'zipDamaged', facts: {} } })
    expect(process.memoryUsage().arrayBuffers - began).toBeLessThan(32 * 1024 * 1024)
  })

  test('recognizes a gzip by its first bytes', async () => {
    expect(await sniffFile(new Blob([new Uint8Array([0x1f, 0x8b, 8])]))).toEqual({ kind: 'other', looks: 'gzip' })
  })
})
