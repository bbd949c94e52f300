import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesInZip, openZip, unzip } from '../../src/core/zip.ts'
import type { ManifestHead, PackManifest } from '../../src/pack/pack-format.ts'
import { createPackWriter, PackNameError } from '../../src/pack/pack-writer.ts'
import { ZipWriteError, ZipWriter } from '../../src/pack/zip-writer.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seriatim-pack-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const MTIME = new Date('2026-03-11T09:00:00Z')
const HEAD: ManifestHead = {
  id: 'p1',
  madeAt: MTIME.toISOString(),
  madeBy: 'Dana Ruiz',
  customer: { id: 7, name: 'Corner Pharmacy' },
  preset: 'fda',
  selection: {},
  counts: {},
  gaps: [],
  checkpoint: null,
  key: 'k',
}

async function* pieces(...all: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* all
}

async function readPack(path: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(path)
  const files = new Map<string, Buffer>()
  for await (const entry of filesInZip(zip)) {
    const chunks: Buffer[] = []
    for await (const chunk of unzip(zip, entry, 1e9)) chunks.push(chunk)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  zip.close()
  return files
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a pack ends with the verifier page, the manifest and the proof, and the manifest has one hash of all the bytes before it', async () => {
  const path = join(folder, 'a.zip')
  const pack = createPackWriter(path, MTIME)
  expect(await pack.add('01/a.txt', pieces('Hello, ', Buffer.from('world')))).toEqual({
    name: '01/a.txt',
    bytes: 12,
    sha256: sha256(Buffer.from('Hello, world')),
  })
  await pack.add('02-empty.csv', pieces())
  const asked: string[] = []
  const written = await pack.finish(HEAD, async (hash) => {
    asked.push(hash)
    return 'the proof\n'
  })
  const bytes = await readFile(path)
  expect(written).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) })
  const files = await readPack(path)
  expect([...files.keys()]).toEqual(['01/a.txt', '02-empty.csv', 'verify.html', 'manifest.json', 'manifest.tlog-proof'])
  expect(String(files.get('01/a.txt'))).toBe('Hello, world')
  expect(String(files.get('manifest.tlog-proof'))).toBe('the proof\n')
  const text = files.get('manifest.json') ?? Buffer.alloc(0)
  expect(asked).toEqual([sha256(text)])
  expect(written.manifestSha256).toBe(asked[0])
  const manifest = JSON.parse(String(text)) as PackManifest
  expect(manifest.files.map(({ name }) => name)).toEqual(['01/a.txt', '02-empty.csv', 'verify.html'])
  expect(bytes.readUInt32LE(manifest.prefix.bytes)).toBe(0x04034b50)
  expect(bytes.subarray(manifest.prefix.bytes + 30, manifest.prefix.bytes + 43).toString()).toBe('manifest.json')
  expect(manifest.prefix.sha256).toBe(sha256(bytes.subarray(0, manifest.prefix.bytes)))
  expect(await readdir(folder)).toEqual(['a.zip'])
})

test('packs written from the same parts have the same bytes', async () => {
  const sums: string[] = []
  for (const name of ['a.zip', 'b.zip']) {
    const pack = createPackWriter(join(folder, name), MTIME)
    await pack.add('a.txt', pieces('x'.repeat(100_000)))
    sums.push((await pack.finish(HEAD, async () => 'proof')).sha256)
  }
  expect(sums[0]).toBe(sums[1])
})

test('a file name that leads out of the folder, is already used, is reserved by the format, or has forbidden characters is refused', async () => {
  const pack = createPackWriter(join(folder, 'a.zip'), MTIME)
  await pack.add('one.txt', pieces('1'))
  for (const name of ['../a', '/a', 'a//b', 'a/./b', 'a/..', '', 'a\\b', 'ä.txt', 'a b', 'ONE.txt', 'manifest.json', 'Verify.html', 'a/'])
    await expect(pack.add(name, pieces('2'))).rejects.toThrow(PackNameError)
  await pack.abandon()
  expect(await readdir(folder)).toEqual([])
})

test('a pack reports a file whose source fails and a folder that it cannot write to, and leaves no file behind', async () => {
  const pack = createPackWriter(join(folder, 'a.zip'), MTIME)
  async function* failing(): AsyncGenerator<string> {
    yield 'x'.repeat(200_000)
    throw new Error('the store is unreachable')
  }
  await expect(pack.add('a.txt', failing())).rejects.toThrow('the store is unreachable')
  await pack.abandon()
  expect(await readdir(folder)).toEqual([])
  const nowhere = createPackWriter(join(folder, 'missing', 'a.zip'), MTIME)
  await expect(nowhere.add('a.txt', pieces('x'.repeat(200_000)))).rejects.toThrow(ZipWriteError)
  await nowhere.abandon()
})

test('a document of 400 MB is added as a stream', async () => {
  const pack = createPackWriter(join(folder, 'a.zip'), MTIME)
  const block = Buffer.alloc(2 ** 20, 'line of a document\n')
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < 400; at += 1) yield block
  }
  expect(await pack.add('large.xml', large())).toMatchObject({ bytes: 400 * 2 ** 20 })
  await pack.abandon()
})

test('a pack can have more than 65,535 files', async () => {
  const path = join(folder, 'a.zip')
  const zip = new ZipWriter(path, MTIME)
  for (let at = 0; at < 65_600; at += 1) await zip.addStored(`n/${at}`, Buffer.alloc(1))
  await zip.close()
  const read = await openZip(path)
  let amount = 0
  for await (const _ of filesInZip(read)) amount += 1
  read.close()
  expect(amount).toBe(65_600)
})
