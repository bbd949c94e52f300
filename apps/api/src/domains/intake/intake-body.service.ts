import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SNIFF_BYTES, type StoredDelivery } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { type IncomingFile, type KeepingContext, keepOrderBytes, peekHead } from '../file/file.service.ts'
import { expectRoom } from './door-limit.service.ts'
import { intakeErrors } from './intake.facts.ts'
import { takenForBytes } from './taken-for.ts'

/** XML compresses 20 to 60 times; a file that compresses better was made to fill the disk. */
const MOST_RATIO = 300
/** Below this, any ratio is harmless. */
const SMALL = 16 * 1024 * 1024

/**
 * Streams a delivery into storage, unpacked if it is gzip, and hashes it on the way. It stores files of any type.
 *
 * @throws AppError door_full, upload_too_large with the limit, delivery_empty, delivery_damaged, delivery_bomb; nothing is stored then.
 */
export async function keepDelivery(ctx: KeepingContext & { session: Session }, { bytes, ...named }: IncomingFile): Promise<StoredDelivery> {
  const { doorId } = ctx.session
  if (doorId !== undefined)
    await withCustomer(ctx.db, ctx.session, 'read only', (tx) => expectRoom(tx, { doorId, now: ctx.session.now, bytes: 0 }))
  const packed = await peekHead(bytes, 2)
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b
  const { head, rest } = await peekHead(isGzip ? gunzip(packed.rest) : packed.rest, SNIFF_BYTES)
  if (head.length === 0) throw new AppError(intakeErrors.delivery_empty)
  try {
    return { ...(await keepOrderBytes(ctx, ctx.session, { ...named, bytes: rest })), takenFor: takenForBytes(head) }
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== coreErrors.upload_too_large.key) throw error
    const limitBytes = ctx.config.uploadMaxBytes
    throw new AppError(coreErrors.upload_too_large, {
      cause: error,
      detail: `The file is larger than ${limitBytes} bytes.`,
      facts: { limitBytes },
    })
  }
}

/** Unpacks while the result is read. @throws AppError delivery_damaged, delivery_bomb. */
async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let taken = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      taken += chunk.length
      yield chunk
    }
  }
  const unpacked = pipeline(Readable.from(counted()), createGunzip(), () => undefined)
  let given = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      // Node types the chunks of a stream as any
      given += chunk.length
      if (given > SMALL && given > taken * MOST_RATIO) throw new AppError(intakeErrors.delivery_bomb)
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError || !isZlibError(error)) throw error
    throw new AppError(intakeErrors.delivery_damaged, { cause: error })
  } finally {
    unpacked.destroy()
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_/.test(error.code)
