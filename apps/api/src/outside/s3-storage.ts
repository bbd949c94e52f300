import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { NotStoredError, OtherBytesError, openSpoolDir, type Storage, spool, storageKey } from './stored-file.ts'

export interface S3Config {
  /** If absent, Amazon's own endpoint of the region is used */
  endpoint?: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** true for stores without a host name per bucket, such as MinIO */
  forcePathStyle: boolean
  /** prefix of every key, for example `production/` */
  prefix?: string
  /**
   * Folder for the copies that `local()` makes, and for files during their upload, whose key is known only after all of their bytes have been hashed.
   */
  tempDir: string
  /** Seconds that the store may take to start its answer; default: 10 */
  answerSeconds?: number
}

/** Minimum size of the parts in which larger objects are uploaded. S3 requires at least 5 MB per part and allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 9_000

export const createS3Storage = (config: S3Config): Storage => new S3Storage(config)

interface Target {
  Bucket: string
  Key: string
}

class S3Storage implements Storage {
  private readonly config: S3Config
  private readonly s3: S3Client
  private ready: Promise<void> | undefined

  constructor(config: S3Config) {
    this.config = config
    this.s3 = openClient(config)
  }

  async put(...[customerId, bytes, { beforeVisible, ...options } = {}]: Parameters<Storage['put']>): ReturnType<Storage['put']> {
    storageKey(customerId, '0'.repeat(64))
    await this.openTempDir()
    const { path, sha256, size } = await spool(this.config.tempDir, bytes, options)
    try {
      await beforeVisible?.({ sha256, size })
      const target = this.at(customerId, sha256)
      const present = await this.readSize(target).catch((error: unknown) => {
        if (error instanceof NotStoredError) return undefined
        throw error
      })
      if (present !== size) await this.upload(target, path, size)
    } finally {
      await rm(path, { force: true })
    }
    return { sha256, size }
  }

  async get(customerId: number, sha256: string): Promise<Readable> {
    return this.read(this.at(customerId, sha256))
  }

  async size(customerId: number, sha256: string): Promise<number> {
    return this.readSize(this.at(customerId, sha256))
  }

  async local(customerId: number, sha256: string): ReturnType<Storage['local']> {
    const body = await this.read(this.at(customerId, sha256))
    await this.openTempDir()
    const copy = await spool(this.config.tempDir, body)
    const release = () => rm(copy.path, { force: true })
    if (copy.sha256 !== sha256) {
      await release()
      throw new OtherBytesError(`The S3 store returned different bytes than were stored under ${customerId}/${sha256}`)
    }
    return { path: copy.path, release }
  }

  async delete(customerId: number, sha256: string): Promise<void> {
    await this.inTime((limit) => this.s3.send(new DeleteObjectCommand(this.at(customerId, sha256)), limit))
  }

  async check(): Promise<void> {
    await this.inTime((limit) => this.s3.send(new HeadBucketCommand({ Bucket: this.config.bucket }), limit))
    await this.openTempDir()
  }

  private at(customerId: number, sha256: string): Target {
    return { Bucket: this.config.bucket, Key: `${this.config.prefix ?? ''}${storageKey(customerId, sha256)}` }
  }

  /**
   * Aborts a request if the store's answer has not begun after `answerSeconds` (by default 10), before our own caller times out. Once the headers
   * have arrived, the body may take its time.
   */
  private async inTime<T>(send: (limit: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), (this.config.answerSeconds ?? 10) * 1000)
    try {
      return await send({ abortSignal: limit.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  private async openTempDir(): Promise<void> {
    this.ready ??= openSpoolDir(this.config.tempDir)
    await this.ready.catch((error: unknown) => {
      this.ready = undefined
      throw error
    })
  }

  private async readSize(target: Target): Promise<number> {
    const { ContentLength } = await this.inTime((limit) => this.s3.send(new HeadObjectCommand(target), limit)).catch(absent(target.Key))
    return ContentLength ?? 0
  }

  private async read(target: Target): Promise<Readable> {
    const { Body } = await this.inTime((limit) => this.s3.send(new GetObjectCommand(target), limit)).catch(absent(target.Key))
    // The SDK's type also allows a browser stream; in Node it is always a Readable.
    if (!(Body instanceof Readable)) throw new Error('The S3 client returned no stream')
    return Body
  }

  /** A failed upload must delete its parts, which would otherwise be billed without appearing in any list. */
  private async upload(target: Target, path: string, size: number): Promise<void> {
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
    const Body = createReadStream(path)
    try {
      await new Upload({ client: this.s3, params: { ...target, Body }, partSize, queueSize: 2 }).done()
    } finally {
      Body.destroy()
    }
  }
}

function openClient({ region, endpoint, forcePathStyle, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Some S3-compatible stores don't support the newer trailing checksums, and some store them as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without these timeouts, a store that doesn't respond would block a request, and /ready, forever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    maxAttempts: 2,
  })
}

function absent(key: string): (error: { name?: string; $metadata?: { httpStatusCode?: number } }) => never {
  return (error) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') throw new NotStoredError(`Not stored: ${key}`)
    throw error
  }
}
