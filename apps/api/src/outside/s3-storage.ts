import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { keyOf, NotStoredError, openSpoolDir, type Storage, spool } from './stored-file.ts'

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
}

/** Objects above this many bytes go in parts of at least as many; S3 wants 5 MB or more in a part, and 10,000 parts at most. */
const partBytes = 8 * 1024 * 1024
const maxParts = 9_000

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
  })
  const at = (customerId: number, sha256: string) => ({ Bucket, Key: `${config.prefix ?? ''}${keyOf(customerId, sha256)}` })
  let ready: Promise<void> | undefined

  async function openTempDir(): Promise<void> {
    ready ??= openSpoolDir(tempDir)
    await ready.catch((error: unknown) => {
      ready = undefined
      throw error
    })
  }

  async function sizeOf(target: { Bucket: string; Key: string }): Promise<number> {
    const { ContentLength } = await s3.send(new HeadObjectCommand(target)).catch(absent(target.Key))
    return ContentLength ?? 0
  }

  async function read(target: { Bucket: string; Key: string }): Promise<Readable> {
    const { Body } = await s3.send(new GetObjectCommand(target)).catch(absent(target.Key))
    // The SDK's type allows a browser's stream as well; in Node it is always a Readable.
    if (!(Body instanceof Readable)) throw new Error('The S3 client gave no stream')
    return Body
  }

  async function upload(target: { Bucket: string; Key: string }, file: FileHandle, size: number): Promise<void> {
    if (size <= partBytes) {
      await s3.send(new PutObjectCommand({ ...target, Body: await slice(file, 0, size), ContentLength: size }))
      return
    }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(target))
    if (UploadId === undefined) throw new Error('The S3 store gave no upload id')
    try {
      const step = Math.max(partBytes, Math.ceil(size / maxParts))
      const Parts: { ETag: string | undefined; PartNumber: number }[] = []
      for (let from = 0; from < size; from += step) {
        const PartNumber = Parts.length + 1
        // Buffers, not streams: the client can send them again when the line breaks.
        const Body = await slice(file, from, Math.min(step, size - from))
        const { ETag } = await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body, ContentLength: Body.length }))
        Parts.push({ ETag, PartNumber })
      }
      await s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
    } catch (error) {
      // Parts of an unfinished upload are paid for and not seen in any list.
      await s3.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined)
      throw error
    }
  }

  return {
    async put(customerId, bytes, options = {}) {
      keyOf(customerId, '0'.repeat(64))
      await openTempDir()
      const { path, sha256, size } = await spool(tempDir, bytes, options)
      try {
        const target = at(customerId, sha256)
        const present = await sizeOf(target).catch((error: unknown) => {
          if (error instanceof NotStoredError) return undefined
          throw error
        })
        if (present !== size) {
          const file = await open(path, 'r')
          await upload(target, file, size).finally(() => file.close())
        }
      } finally {
        await rm(path, { force: true })
      }
      return { sha256, size }
    },
    async get(customerId, sha256) {
      return read(at(customerId, sha256))
    },
    async size(customerId, sha256) {
      return sizeOf(at(customerId, sha256))
    },
    async local(customerId, sha256) {
      const body = await read(at(customerId, sha256))
      await openTempDir()
      const copy = await spool(tempDir, body)
      const release = () => rm(copy.path, { force: true })
      if (copy.sha256 !== sha256) {
        await release()
        throw new Error(`The S3 store returned other bytes than were stored under ${customerId}/${sha256}`)
      }
      return { path: copy.path, release }
    },
    async delete(customerId, sha256) {
      await s3.send(new DeleteObjectCommand(at(customerId, sha256)))
    },
    async check() {
      await s3.send(new HeadBucketCommand({ Bucket }))
      await openTempDir()
    },
  }
}

async function slice(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, from + filled)
    if (bytesRead === 0) throw new Error('The spooled file became shorter')
    filled += bytesRead
  }
  return buffer
}

function absent(key: string): (error: { name?: string; $metadata?: { httpStatusCode?: number } }) => never {
  return (error) => {
    if (error.name === 'NoSuchKey' || error.name === 'NotFound') throw new NotStoredError(`Not stored: ${key}`)
    throw error
  }
}
