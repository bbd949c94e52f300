import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { makeKey, NotStoredError, OtherBytesError, openSpoolDir, type Storage, spool } from './stored-file.ts'

export interface S3Config {
  /** absent: Amazon's own of the region */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** true for stores without a host name for each bucket, such as MinIO */
  forcePathStyle: boolean
  /** stands before each key, for example `production/` */
  prefix?: string
  /** uploads are spooled here, for the key needs the hash of the whole; local() copies here too */
  tempDir: string
  /** How long the store may take to begin its answer to a question; usually ten */
  answerSeconds?: number
}

/** Objects above this many bytes go in parts of at least as many; S3 wants 5 MB or more in a part, and 10,000 parts at most. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 9_000

export function createS3Storage(config: S3Config): Storage {
  const { bucket: Bucket, tempDir } = config
  const s3 = new S3Client({
    region: config.region,
    ...(config.endpoint === undefined ? {} : { endpoint: config.endpoint }),
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Other stores than Amazon's do not all know the newer trailing checksums, and some keep them as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without these a store that does not answer holds a request, and /ready, for ever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    maxAttempts: 2,
  })
  const at = (customerId: number, sha256: string) => ({ Bucket, Key: `${config.prefix ?? ''}${makeKey(customerId, sha256)}` })
  let ready: Promise<void> | undefined

  /** One that says nothing is given up before whoever waits for us gives us up. What follows the head of an answer may take its time. */
  async function inTime<T>(send: (limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), (config.answerSeconds ?? 10) * 1000)
    try {
      return await send({ abortSignal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async function openTempDir(): Promise<void> {
    ready ??= openSpoolDir(tempDir)
    await ready.catch((error: unknown) => {
      ready = undefined
      throw error
    })
  }

  async function readSize(target: { Bucket: string; Key: string }): Promise<number> {
    const { ContentLength } = await inTime((limit) => s3.send(new HeadObjectCommand(target), limit)).catch(absent(target.Key))
    return ContentLength ?? 0
  }

  async function read(target: { Bucket: string; Key: string }): Promise<Readable> {
    const { Body } = await inTime((limit) => s3.send(new GetObjectCommand(target), limit)).catch(absent(target.Key))
    // The SDK's type allows a browser's stream as well; in Node it is always a Readable.
    if (!(Body instanceof Readable)) throw new Error('The S3 client gave no stream')
    return Body
  }

  /** An upload that fails leaves no parts: they would be paid for and stand in no list. */
  async function upload(target: { Bucket: string; Key: string }, path: string, size: number): Promise<void> {
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
    const Body = createReadStream(path)
    try {
      await new Upload({ client: s3, params: { ...target, Body }, partSize, queueSize: 2 }).done()
    } finally {
      Body.destroy()
    }
  }

  return {
    async put(customerId, bytes, { beforeKept, ...options } = {}) {
      makeKey(customerId, '0'.repeat(64))
      await openTempDir()
      const { path, sha256, size } = await spool(tempDir, bytes, options)
      try {
        await beforeKept?.({ sha256, size })
        const target = at(customerId, sha256)
        const present = await readSize(target).catch((error: unknown) => {
          if (error instanceof NotStoredError) return undefined
          throw error
        })
        if (present !== size) await upload(target, path, size)
      } finally {
        await rm(path, { force: true })
      }
      return { sha256, size }
    },
    async get(customerId, sha256) {
      return read(at(customerId, sha256))
    },
    async size(customerId, sha256) {
      return readSize(at(customerId, sha256))
    },
    async local(customerId, sha256) {
      const body = await read(at(customerId, sha256))
      await openTempDir()
      const copy = await spool(tempDir, body)
      const release = () => rm(copy.path, { force: true })
      if (copy.sha256 !== sha256) {
        await release()
        throw new OtherBytesError(`The S3 store returned other bytes than were stored under ${customerId}/${sha256}`)
      }
      return { path: copy.path, release }
    },
    async delete(customerId, sha256) {
      await inTime((limit) => s3.send(new DeleteObjectCommand(at(customerId, sha256)), limit))
    },
    async check() {
      await inTime((limit) => s3.send(new HeadBucketCommand({ Bucket }), limit))
      await openTempDir()
    },
  }
}

function absent(key: string): (error: { name?: string; $metadata?: { httpStatusCode?: number } }) => never {
  return (error) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') throw new NotStoredError(`Not stored: ${key}`)
    throw error
  }
}
