import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx } from '../../db/types.ts'
import { NotStoredError, type Storage, type StoredFile, TooLargeError, wholeBytes } from '../../outside/storage.ts'
import { detectType, TYPE_BYTES } from './attachment-type.ts'
import { fileErrors } from './file.facts.ts'
import { insertLeftovers, listUnneeded, lockBytes } from './file.queries.ts'
import { safeName } from './file-name.rules.ts'
import type { PacketTarget } from './packet.service.ts'
import { expectSealedUpload, type IncomingFile, type SealedFile, sealUpload } from './upload-seal.ts'

export { lockBytes as lockStoredBytes } from './file.queries.ts'
export { type IncomingFile, type PacketTarget, type SealedFile, safeName }

/** Deletes stored bytes at once, unless another row refers to them, because equal files are stored once. */
export async function deleteUnneededBytes(
  tx: CustomerTx,
  storage: Storage,
  { customerId, sha256 }: { customerId: number; sha256: string },
): Promise<void> {
  await lockBytes(tx, sha256)
  if ((await listUnneeded(tx, [sha256])).length) await storage.delete(customerId, sha256)
}

/** The fields of a call's context that storing a file needs. */
export type KeepingContext = Pick<Context, 'storage' | 'config' | 'secrets' | 'db' | 'now'>

/**
 * Streams an order's file into storage and hashes it on the way.
 *
 * @param maxBytes by default the configuration's limit.
 * @throws AppError upload_too_large; in that case, nothing is stored.
 */
export async function keepOrderBytes(
  ctx: KeepingContext,
  session: Session,
  { filename, contentType, bytes }: IncomingFile,
  maxBytes = ctx.config.uploadMaxBytes,
): Promise<SealedFile> {
  try {
    const stored = await ctx.storage.put(session.customerId, bytes, {
      maxBytes,
      beforeVisible: nameLeftover(ctx, session),
    })
    const seal = sealUpload(ctx.secrets, session, 'order', stored.sha256)
    return { filename: safeName(filename), contentType: contentType.slice(0, 200), ...stored, seal }
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError(coreErrors.upload_too_large, { cause: error })
    throw error
  }
}

/**
 * Returns the size of the bytes that this user has just uploaded as an order's file. Until the transaction ends, the sweep of leftover bytes cannot
 * delete them.
 * @throws AppError upload_not_found if this user did not upload the bytes as an order's file.
 */
export async function claimOrderBytes(
  tx: CustomerTx,
  session: Session,
  { secrets, storage }: Pick<Context, 'secrets' | 'storage'>,
  { sha256, seal }: Pick<SealedFile, 'sha256' | 'seal'>,
): Promise<number> {
  expectSealedUpload(secrets, session, 'order', { sha256, seal })
  const size = await claimStored(tx, session, storage, sha256)
  if (size === undefined) throw new AppError(fileErrors.upload_not_found)
  return size
}

/** Stores bytes that no row refers to yet; the next sweep deletes them unless a row refers to them by then. */
export async function storeUnclaimed(ctx: Context, session: Session, bytes: Uint8Array): Promise<{ sha256: string; size: number }> {
  return ctx.storage.put(session.customerId, wholeBytes(bytes), { beforeVisible: nameLeftover(ctx, session) })
}

/**
 * Stores bytes that a job created or that arrived without a call. The file is also registered for the next sweep, which deletes it unless a row
 * refers to it by then.
 */
export async function storeMade(
  { storage, db, clock }: Pick<Deps, 'storage' | 'db' | 'clock'>,
  customerId: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredFile> {
  const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
  return storage.put(customerId, bytes, {
    beforeVisible: (stored) => withCustomer(db, scope, 'read write', (tx) => insertLeftovers(tx, [stored], clock.now())),
  })
}

/** Registers bytes for the nightly sweep before they are stored. If the program crashes before a row refers to them, the sweep deletes them. */
const nameLeftover = (ctx: Pick<Context, 'db' | 'now'>, session: Session) => (stored: StoredFile) =>
  withCustomer(ctx.db, session, 'read write', (tx) => insertLeftovers(tx, [stored], ctx.now))

/** Protects stored bytes from deletion until the transaction ends. Returns their size; undefined if they are missing. */
export async function claimStored(
  tx: CustomerTx,
  { customerId }: Pick<Session, 'customerId'>,
  storage: Storage,
  sha256: string,
): Promise<number | undefined> {
  await lockBytes(tx, sha256)
  return storage.size(customerId, sha256).catch((error: unknown) => {
    // Only missing bytes return undefined. Any other error means that the storage failed, and is thrown.
    if (error instanceof NotStoredError) return undefined
    throw error
  })
}

/** The first bytes of a stored file. */
export async function readFirstBytes(storage: Storage, customerId: number, sha256: string, wanted: number): Promise<Uint8Array> {
  const stream = await storage.get(customerId, sha256)
  try {
    return (await peekHead(stream as AsyncIterable<Uint8Array>, wanted)).head // Node's types declare stream chunks as any
  } finally {
    stream.destroy()
  }
}

/** Reads the beginning of a stream, enough to detect the type; `rest` is still the whole stream. */
export async function peekHead(
  bytes: AsyncIterable<Uint8Array>,
  wanted: number,
): Promise<{ head: Uint8Array; rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  let isDone = false
  while (length < wanted) {
    const next = await iterator.next()
    if (next.done) {
      isDone = true
      break
    }
    first.push(next.value)
    length += next.value.length
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield* first
    if (isDone) return
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { head: Buffer.concat(first).subarray(0, wanted), rest: rest() }
}

/** Like `peekHead`, with the number of bytes needed to detect the type. */
export const peekTypeBytes = (bytes: AsyncIterable<Uint8Array>) => peekHead(bytes, TYPE_BYTES)

/**
 * Locks uploaded bytes against the sweep, until a row of this transaction refers to them, and returns their size.
 *
 * @throws AppError upload_not_found if they were swept already.
 */
export async function lockUploadedBytes(
  tx: CustomerTx,
  storage: Storage,
  { customerId }: Pick<Session, 'customerId'>,
  sha256: string,
): Promise<number> {
  await lockBytes(tx, sha256)
  return storage.size(customerId, sha256).catch((error: unknown) => {
    if (error instanceof NotStoredError) throw new AppError(fileErrors.upload_not_found)
    throw error
  })
}

const SMALL_TYPES = /^(image\/(?!svg)|application\/pdf$|text\/(plain|csv)$|application\/(xml|zip|json)$)/

/** Detects the type of a small file from its bytes; undefined unless it is a picture, a PDF, text, a table or a document. */
export async function detectSmallFileType(filename: string, bytes: Uint8Array): Promise<string | undefined> {
  if (!bytes.length) return undefined
  const type = await detectType(filename, bytes.subarray(0, TYPE_BYTES))
  return type !== undefined && SMALL_TYPES.test(type) ? type : undefined
}
