import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SNIFF_BYTES, type StoredDelivery } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import { mustBeSubscribed } from '../entitlement/entitlement.service.ts'
import { type IncomingFile, type KeepingContext, keepOrderBytes, peekHead } from '../file/file.service.ts'
import { detectTypeOfBytes, isCapturable } from './detected-type.ts'
import { doorFull, readRoom } from './door-limit.service.ts'
import { intakeErrors } from './intake.facts.ts'

/** Maximum compression ratio. XML compresses 20 to 60 times; a file that exceeds this ratio was made to fill the disk. */
const MOST_RATIO = 300
/** Unpacked size in bytes up to which any compression ratio is harmless. */
const SMALL = 16 * 1024 * 1024

type DeliveryContext = KeepingContext & { session: Session }

/**
 * Streams a delivery into storage and hashes it; unpacks it first if it is gzip. Accepts files of any type, up to the number of bytes that the door
 * may still accept.
 * @param options `isCapture`: accept only EPCIS.
 * @throws AppError door_full, upload_too_large with the limit, delivery_empty, delivery_damaged, delivery_bomb, capture_not_epcis; not_subscribed if
 * the delivery came through a door of a customer without a subscription. After an error, nothing is stored.
 */
export async function keepDelivery(
  ctx: DeliveryContext,
  { bytes, ...named }: IncomingFile,
  { isCapture = false }: { isCapture?: boolean } = {},
): Promise<StoredDelivery> {
  const room = await expectAnyRoom(ctx)
  const packed = await peekHead(bytes, 2)
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b
  const { head, rest } = await peekHead(isGzip ? gunzip(packed.rest) : packed.rest, SNIFF_BYTES)
  if (head.length === 0) throw new AppError(intakeErrors.delivery_empty)
  const takenFor = detectTypeOfBytes(head)
  if (isCapture && !isCapturable(takenFor)) throw new AppError(intakeErrors.capture_not_epcis)
  const limitBytes = ctx.config.uploadMaxBytes
  try {
    return { ...(await keepOrderBytes(ctx, ctx.session, { ...named, bytes: rest }, Math.min(limitBytes, room))), takenFor }
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== coreErrors.upload_too_large.key) throw error
    if (room < limitBytes) throw doorFull(error)
    throw new AppError(coreErrors.upload_too_large, {
      cause: error,
      detail: `The file is larger than ${limitBytes} bytes.`,
      facts: { limitBytes },
    })
  }
}

/**
 * Returns how many bytes the caller's door may still accept before it reaches its limits; infinity for a caller without a door.
 * @throws AppError door_full, not_subscribed.
 */
async function expectAnyRoom({ db, session }: DeliveryContext): Promise<number> {
  const { doorId, now } = session
  if (doorId === undefined) return Number.POSITIVE_INFINITY
  const { files, bytes } = await withCustomer(db, session, 'read only', async (tx) => {
    await mustBeSubscribed(tx, now)
    return readRoom(tx, { doorId, now })
  })
  if (files <= 0 || bytes <= 0) throw doorFull()
  return bytes
}

/** Unpacks gzip piece by piece, as fast as the result is read. @throws AppError delivery_damaged, delivery_bomb. */
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
      // The cast above is needed because Node's typings declare stream chunks as `any`.
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
