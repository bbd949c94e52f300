import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageUnavailableError } from '../../src/core/unavailable.ts'
import { createStorage, NotStoredError, type Storage, TooLargeError } from '../../src/outside/storage.ts'
import { withUnavailableErrors } from '../../src/outside/unavailable-storage.ts'
import { Gate } from '../gate.ts'
import { startS3 } from './s3-server.ts'

const base = await mkdtemp(join(tmpdir(), 'seriatim-storage-'))
const s3 = {
  kind: 's3',
  region: 'us-east-1',
  bucket: 'seriatim',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
  prefix: 'test/',
  tempDir: join(base, 'temp'),
} as const
const folder = join(base, 'files')
let server: Awaited<ReturnType<typeof startS3>>
let endpoint: string
const stores: Record<'folder' | 's3', () => Storage> = {
  folder: () => createStorage({ kind: 'folder', dir: folder }),
  s3: () => createStorage({ ...s3, endpoint }),
}

beforeAll(async () => {
  server = await startS3(join(base, 's3'))
  endpoint = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.close()
  await rm(base, { recursive: true, force: true })
})

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

describe.each(['folder', 's3'] as const)('%s', (kind) => {
  const spoolDir = kind === 'folder' ? join(folder, '.incoming') : s3.tempDir

  test.each([
    ['nothing', 0],
    ['an object of a few bytes', 11],
    ['an object of exactly one part', 8 * 1024 * 1024],
    ['an object of three parts with a short last one', 17 * 1024 * 1024 + 3],
  ])('stores and returns %s unchanged', async (_name, size) => {
    const storage = stores[kind]()
    const bytes = randomBytes(size)
    const stored = await storage.put(7, inPieces(bytes, 65_536))
    expect(stored).toEqual({ sha256: hashBytes(bytes), size })
    expect(await storage.size(7, stored.sha256)).toBe(size)
    expect((await buffer(await storage.get(7, stored.sha256))).equals(bytes)).toBe(true)
    const { path, release } = await storage.local(7, stored.sha256)
    expect((await readFile(path)).equals(bytes)).toBe(true)
    await release()
    await release()
    expect(await readdir(spoolDir)).toEqual([])
    expect(await storage.size(7, stored.sha256)).toBe(size)
  })

  test('stores identical bytes as one object, even concurrently, and never shares it with another customer', async () => {
    const storage = stores[kind]()
    const bytes = randomBytes(1_000)
    const both = await Promise.all([storage.put(7, inPieces(bytes, 10)), storage.put(7, inPieces(bytes, 1_000))])
    expect(both[0]).toEqual(both[1])
    await storage.put(7, inPieces(bytes, 100))
    const { sha256 } = both[0]
    await expect(storage.get(8, sha256)).rejects.toThrow(NotStoredError)
    await expect(storage.size(8, sha256)).rejects.toThrow(NotStoredError)
    await expect(storage.local(8, sha256)).rejects.toThrow(NotStoredError)
    await storage.delete(7, sha256)
    await storage.delete(7, sha256)
    await expect(storage.get(7, sha256)).rejects.toThrow(NotStoredError)
  })

  test('refuses input over the limit and leaves nothing behind, but accepts input of exactly the limit', async () => {
    const storage = stores[kind]()
    const bytes = randomBytes(100_000)
    let asked = 0
    async function* counted() {
      for await (const piece of inPieces(bytes, 1_000)) {
        asked++
        yield piece
      }
    }
    await expect(storage.put(7, counted(), { maxBytes: 9_999 })).rejects.toThrow(TooLargeError)
    expect(asked).toBe(10)
    await expect(storage.size(7, hashBytes(bytes))).rejects.toThrow(NotStoredError)
    expect(await readdir(spoolDir)).toEqual([])
    expect((await storage.put(7, inPieces(bytes, 999), { maxBytes: 100_000 })).size).toBe(100_000)
  })

  test('keeps no partial file if the source of the bytes fails', async () => {
    async function* failing() {
      yield Buffer.from('half')
      throw new Error('the line broke')
    }
    await expect(stores[kind]().put(7, failing())).rejects.toThrow('the line broke')
    expect(await readdir(spoolDir)).toEqual([])
  })

  test('passes hash and size to a callback, which can reject the bytes before they become visible', async () => {
    const storage = stores[kind]()
    const bytes = randomBytes(1_000)
    const seen: unknown[] = []
    const beforeVisible = async (stored: { sha256: string; size: number }) => {
      seen.push(stored, await storage.size(7, stored.sha256).catch((error: Error) => error.name))
    }
    const stored = await storage.put(7, inPieces(bytes, 100), { beforeVisible })
    expect(seen).toEqual([stored, 'NotStoredError'])
    const refused = randomBytes(1_000)
    const put = storage.put(7, inPieces(refused, 100), { beforeVisible: () => Promise.reject(new Error('the row cannot be written')) })
    await expect(put).rejects.toThrow('the row cannot be written')
    await expect(storage.size(7, hashBytes(refused))).rejects.toThrow(NotStoredError)
    expect(await readdir(spoolDir)).toEqual([])
  })

  test('refuses keys that could lead outside the store', async () => {
    const storage = stores[kind]()
    for (const sha256 of ['', '../7', `../${'a'.repeat(61)}`, 'A'.repeat(64), `${'a'.repeat(64)}\n`, 'a'.repeat(63)]) {
      for (const call of [storage.get, storage.size, storage.local, storage.delete])
        await expect(call(7, sha256)).rejects.toThrow(RangeError)
    }
    for (const customerId of [0, -1, 1.5, Number.NaN])
      await expect(storage.put(customerId, inPieces(Buffer.from('x'), 1))).rejects.toThrow(RangeError)
  })

  test('reports no problem when it checks itself', async () => {
    await stores[kind]().check()
  })
})

test('only the owner of the process can read stored files', async () => {
  const { sha256 } = await stores.folder().put(9, inPieces(Buffer.from('secret'), 6))
  expect((await stat(join(folder, '9', sha256))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, '9'))).mode & 0o777).toBe(0o700)
})

test('the storage check fails if the folder cannot be created, or if the bucket does not exist', async () => {
  await writeFile(join(base, 'a-file'), '')
  await expect(createStorage({ kind: 'folder', dir: join(base, 'a-file', 'below') }).check()).rejects.toThrow('ENOTDIR')
  await expect(createStorage({ ...s3, endpoint, bucket: 'absent' }).check()).rejects.toThrow()
})

describe('an unavailable store', () => {
  const put = (storage: Storage) => storage.put(1, inPieces(Buffer.from('bytes'), 5))

  test.each([
    'refusing',
    'silent',
    { says: 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n' },
  ] as const)(
    'on S3 causes the same error in every call, leaves no spooled bytes, and works again as soon as it is available (%j)',
    async (way) => {
      const gate = await new Gate({ host: '127.0.0.1', port: Number(new URL(endpoint).port) }).listen()
      const tempDir = await mkdtemp(join(base, 'spool-'))
      const storage = createStorage({ ...s3, endpoint: `http://127.0.0.1:${gate.port}`, tempDir, answerSeconds: 0.3 })
      const { sha256 } = await put(storage)
      await gate.become(way)
      await expect(put(storage)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(storage.get(1, sha256)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(storage.local(1, sha256)).rejects.toBeInstanceOf(StorageUnavailableError)
      expect(await readdir(tempDir)).toEqual([])
      await gate.become('open')
      expect((await put(storage)).sha256).toBe(sha256)
      await gate.close()
    },
  )

  test.each([401, 403])('on S3 is distinguished from one that denies access (%d)', async (status) => {
    const gate = await new Gate({ host: '127.0.0.1', port: Number(new URL(endpoint).port) }).listen()
    const storage = createStorage({ ...s3, endpoint: `http://127.0.0.1:${gate.port}`, answerSeconds: 2 })
    const { sha256 } = await put(storage)
    await gate.become({ says: `HTTP/1.1 ${status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n` })
    const refused = { name: 'StorageUnavailableError', isRefused: true, isFull: false }
    await expect(put(storage)).rejects.toMatchObject(refused)
    await expect(storage.local(1, sha256)).rejects.toMatchObject(refused)
    await expect(storage.check()).rejects.toMatchObject(refused)
    await gate.become('refusing')
    await expect(storage.local(1, sha256)).rejects.toMatchObject({ name: 'StorageUnavailableError', isRefused: false })
    await gate.close()
  })

  test.each([
    ['EACCES', { isRefused: true, isFull: false }],
    ['EPERM', { isRefused: true, isFull: false }],
    ['EROFS', { isRefused: true, isFull: false }],
    ['ENOSPC', { isRefused: false, isFull: true }],
    ['EIO', { isRefused: false, isFull: false }],
  ])('in a folder is reported as denied, full or neither, depending on the error (%s)', async (code, kind) => {
    const fail = () => Promise.reject(Object.assign(new Error(code), { code }))
    const storage = withUnavailableErrors({ put: fail, get: fail, size: fail, local: fail, delete: fail, check: fail })
    for (const call of [() => storage.local(1, 'x'), () => storage.size(1, 'x'), () => storage.check()])
      await expect(call()).rejects.toMatchObject(kind)
  })

  test('is reported if its folder cannot be created, and works again once the folder can be created', async () => {
    const dir = join(await mkdtemp(join(base, 'folder-')), 'files')
    const storage = createStorage({ kind: 'folder', dir })
    await writeFile(dir, 'no folder')
    await expect(put(storage)).rejects.toBeInstanceOf(StorageUnavailableError)
    await rm(dir)
    await put(storage)
  })

  test('is not reported if the caller or the source of the bytes caused the failure', async () => {
    const fault = new Error('the line was cut')
    // biome-ignore lint/correctness/useYield: it fails before its first byte.
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw fault
    }
    await expect(stores.folder().put(1, broken())).rejects.toBe(fault)
    await expect(stores.folder().put(1, inPieces(Buffer.from('new'), 3), { beforeVisible: () => Promise.reject(fault) })).rejects.toBe(
      fault,
    )
  })
})
