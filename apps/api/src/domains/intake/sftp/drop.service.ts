import type { StoredDelivery } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { Deps } from '../../../call/deps.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { mustBeSubscribed } from '../../entitlement/entitlement.service.ts'
import { deleteUnneededBytes, type IncomingFile, lockUploadedBytes } from '../../file/file.service.ts'
import { deleteReleasedBytes, releaseBytes } from '../../file/packet.service.ts'
import { recordDelivery } from '../delivery.service.ts'
import { contentTypeOf } from '../detected-type.ts'
import { type DoorRecord, findDoor, lockDoor, markDoorUsed } from '../door.queries.ts'
import { makeDoorSession } from '../door.service.ts'
import { expectRoom } from '../door-limit.service.ts'
import { intakeErrors } from '../intake.facts.ts'
import { keepDelivery } from '../intake-body.service.ts'
import { isTemporaryName } from './drop-path.rules.ts'
import { countParts, deletePart, isDelivered, listSeen, lockPart, type Part, type SeenFile, savePart } from './sftp.queries.ts'

/** How long a sender still sees the names and sizes of the files it sent. */
const SEEN_MS = DAY_MS
/**
 * Maximum number of files with temporary names. Without it, a sender that never renames its files would fill the store with files that nobody reads.
 */
const MOST_PARTS = 1000

export interface SignedInDoor {
  customerId: number
  door: DoorRecord
  address: string
}

/**
 * The drop folder of one door, as one connection sees it: an uploaded file stays visible for a while, but cannot be read. Nothing in it is ever
 * overwritten, because every received file is a delivery.
 */
export class Drop {
  private readonly deps: Deps
  private readonly customerId: number
  private readonly door: DoorRecord
  private readonly address: string
  /**
   * Files that this connection delivered or renamed, under the names that its client expects; `hidden` has the names that the client removed. Both
   * apply to the listings of this connection only.
   */
  private readonly shown = new Map<string, SeenFile>()
  private readonly hidden = new Set<string>()
  /** Files that this connection uploaded under temporary names. Another connection may have removed or replaced them since. */
  private readonly put = new Map<string, Part>()
  /**
   * Last in the queue of this connection's writes: a client may send many requests at once, and running them one after the other occupies only one
   * database connection.
   */
  private lastWrite: Promise<unknown> = Promise.resolve()

  constructor(deps: Deps, { customerId, door, address }: SignedInDoor) {
    this.deps = deps
    this.customerId = customerId
    this.door = door
    this.address = address
  }

  /** The files that the sender sees in the folder, newest first. @throws AppError door_closed. */
  list(): Promise<SeenFile[]> {
    return this.inTx('read only', async (tx) => {
      const seen = await this.listIn(tx)
      // Check the door after reading the list: if its keys were changed in between, this connection must not see files that have arrived since.
      this.expectSame(await findDoor(tx, this.door.id))
      return seen
    })
  }

  /** Finds a file that this connection can see, by its name. @throws AppError door_closed. */
  async find(name: string): Promise<SeenFile | undefined> {
    return (await this.list()).find((file) => file.name === name)
  }

  /** @throws AppError door_closed, not_subscribed. */
  async expectOpen(): Promise<void> {
    await this.inTx('read write', (tx) => this.lock(tx))
  }

  /** Streams bytes into storage. @throws the same AppErrors as `keepDelivery`. */
  store(bytes: IncomingFile['bytes'], name: string): Promise<StoredDelivery> {
    const now = this.deps.clock.now()
    const session: Session = makeDoorSession(this.door, { customerId: this.customerId, now, timeZone: 'UTC' })
    return keepDelivery({ ...this.deps, now, session }, { filename: name, contentType: 'application/octet-stream', bytes })
  }

  /**
   * Accepts a file that the client has uploaded completely. Stores it without delivering it if its name is temporary, because the client will rename
   * it; otherwise delivers it at once.
   * @throws AppError as `expectOpen`.
   */
  async receive(name: string, { sha256, size, takenFor }: Pick<StoredDelivery, 'sha256' | 'size' | 'takenFor'>): Promise<void> {
    const putAt = this.deps.clock.now()
    const part: Part = { doorId: this.door.id, name, size, sha256, takenFor, fromAddress: this.address, putAt }
    const received = this.change(async (tx) => {
      await this.lock(tx)
      await lockUploadedBytes(tx, this.deps.storage, { customerId: this.customerId }, sha256)
      if (!isTemporaryName(name)) return { released: await this.deliver(tx, part) }
      await expectRoom(tx, { doorId: this.door.id, now: putAt, bytes: size })
      if ((await countParts(tx, this.door.id)) >= MOST_PARTS) throw new AppError(intakeErrors.sftp_too_many_parts)
      return { released: await this.replace(tx, part) }
    })
    await received.catch(async (error: unknown) => {
      await this.tidy((tx) => deleteUnneededBytes(tx, this.deps.storage, { customerId: this.customerId, sha256 }))
      throw error
    })
    if (isTemporaryName(name)) this.remember(part)
    else this.show({ name, size, at: putAt })
  }

  /**
   * Renames a file. A file that waits under a temporary name is delivered if its new name is not temporary. A file that was already delivered gets
   * the new name only in this connection's view; the delivery keeps the old name. @returns false if there is no such file, or if another connection
   * removed or replaced it before it was delivered. @throws AppError as `expectOpen`.
   */
  async rename(from: string, to: string): Promise<boolean> {
    const own = this.put.get(from)
    const { moved, found } = await this.change(async (tx) => {
      await this.lock(tx)
      const part = await lockPart(tx, { doorId: this.door.id, name: from })
      if (!part || (own && own.sha256 !== part.sha256)) {
        const delivered = own ? await findDelivered(tx, own) : await this.findIn(tx, from)
        return { moved: undefined, found: delivered, released: undefined }
      }
      const renamed = { ...part, name: to }
      await deletePart(tx, part)
      const released = isTemporaryName(to) ? await this.replace(tx, renamed) : await this.deliver(tx, renamed)
      return { moved: renamed, found: toSeen(renamed), released }
    })
    if (!found) return false
    this.hide(from)
    if (moved && isTemporaryName(to)) this.remember(moved)
    else this.show({ ...found, name: to })
    return true
  }

  /**
   * Removes a file that still has a temporary name. A delivered file is not removed; this connection only stops listing its name, because some
   * clients remove a file before they replace it.
   * @returns false if there is no such file.
   * @throws AppError door_closed.
   */
  async remove(name: string): Promise<boolean> {
    const { isFound } = await this.change(async (tx) => {
      this.expectSame(await lockDoor(tx, this.door.id))
      const part = await lockPart(tx, { doorId: this.door.id, name })
      const released = part && (await dropPart(tx, part, this.deps.clock.now()))
      return { isFound: part !== undefined || (await this.findIn(tx, name)) !== undefined, released }
    })
    if (isFound) this.hide(name)
    return isFound
  }

  private inTx<T>(access: 'read only' | 'read write', work: (tx: CustomerTx) => Promise<T>): Promise<T> {
    const scope = { customerId: this.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const result = this.lastWrite.then(() => withCustomer(this.deps.db, scope, access, work))
    this.lastWrite = result.catch(() => undefined)
    return result
  }

  /**
   * Runs `work`, which changes the folder, and then deletes the bytes that the change released. Released bytes count toward no limit, so a sender
   * that removes or replaces files in a loop could otherwise fill the storage.
   */
  private async change<T extends { released: Released | undefined }>(work: (tx: CustomerTx) => Promise<T>): Promise<T> {
    const result = await this.inTx('read write', work)
    const { released } = result
    if (released) await this.tidy((tx) => deleteReleasedBytes(tx, this.deps.storage, { customerId: this.customerId, ...released }))
    return result
  }

  /** Runs `work`, which deletes bytes. If it fails, the sweep deletes them later. */
  private async tidy(work: (tx: CustomerTx) => Promise<unknown>): Promise<void> {
    await this.inTx('read write', work).catch((error: unknown) =>
      this.deps.log.warn({ err: error, doorId: this.door.id }, 'bytes of a drop folder are left to the sweep'),
    )
  }

  /** Locks the door, so that nothing is delivered while it is revoked or its keys and password change. */
  private async lock(tx: CustomerTx): Promise<void> {
    this.expectSame(await lockDoor(tx, this.door.id))
    await mustBeSubscribed(tx, this.deps.clock.now())
  }

  /** @throws AppError door_closed if the SFTP user was revoked, or if the user's keys and password changed after this connection signed in. */
  private expectSame(door: DoorRecord | undefined): void {
    const isChanged = door?.secretChangedAt?.getTime() !== this.door.secretChangedAt?.getTime()
    if (!door || door.revokedAt !== null || isChanged) throw new AppError(intakeErrors.sftp_door_closed)
  }

  private async listIn(tx: CustomerTx): Promise<SeenFile[]> {
    const since = new Date(this.deps.clock.now().getTime() - SEEN_MS)
    const seen = new Map(this.shown)
    for (const file of await listSeen(tx, this.door.id, since))
      if (!seen.has(file.name) && !this.hidden.has(file.name)) seen.set(file.name, file)
    return [...seen.values()]
  }

  private async findIn(tx: CustomerTx, name: string): Promise<SeenFile | undefined> {
    return this.shown.get(name) ?? (await this.listIn(tx)).find((file) => file.name === name)
  }

  private async deliver(tx: CustomerTx, part: Part): Promise<undefined> {
    const now = this.deps.clock.now()
    await lockUploadedBytes(tx, this.deps.storage, { customerId: this.customerId }, part.sha256)
    await markDoorUsed(tx, this.door.id, now, part.fromAddress)
    await deliverPart(tx, { customerId: this.customerId, now }, this.door, part)
  }

  /**
   * Saves a file under a temporary name. If it replaces a file of the same name with other bytes, releases the old bytes, so that the sweep may
   * delete them.
   */
  private async replace(tx: CustomerTx, part: Part): Promise<Released | undefined> {
    const before = await lockPart(tx, part)
    await savePart(tx, part)
    return before && before.sha256 !== part.sha256 ? releasePart(tx, before, this.deps.clock.now()) : undefined
  }

  private show(file: SeenFile): void {
    this.hidden.delete(file.name)
    this.shown.set(file.name, file)
  }

  private hide(name: string): void {
    this.shown.delete(name)
    this.put.delete(name)
    this.hidden.add(name)
  }

  /**
   * Records that this connection uploaded a file under a temporary name. The file takes the place of any file of the same name that the connection
   * delivered or removed earlier.
   */
  private remember(part: Part): void {
    this.shown.delete(part.name)
    this.hidden.delete(part.name)
    this.put.set(part.name, part)
  }
}

const toSeen = ({ name, size, putAt }: Part): SeenFile => ({ name, size, at: putAt })

/** Finds the delivered file; undefined if it was removed before it was delivered. */
const findDelivered = async (tx: CustomerTx, part: Part): Promise<SeenFile | undefined> =>
  (await isDelivered(tx, part)) ? toSeen(part) : undefined

/** Stored bytes that are no longer the content of a part. They may be deleted only if no other row refers to them. */
interface Released {
  sha256: string
  leftAt: Date
}

async function releasePart(tx: CustomerTx, part: Part, leftAt: Date): Promise<Released> {
  await releaseBytes(tx, [part], leftAt)
  return { sha256: part.sha256, leftAt }
}

/**
 * Removes an uploaded file that still has its temporary name. The caller may delete the file's bytes after the transaction; otherwise the sweep
 * deletes them. Bytes that another row refers to stay.
 */
export async function dropPart(tx: CustomerTx, part: Part, now: Date): Promise<Released> {
  await deletePart(tx, part)
  return releasePart(tx, part, now)
}

export async function deliverPart(tx: CustomerTx, by: Pick<Session, 'customerId' | 'now'>, door: DoorRecord, part: Part): Promise<void> {
  const { name, size, sha256, takenFor, fromAddress } = part
  await recordDelivery(
    tx,
    by,
    { userId: null, now: by.now },
    {
      door: 'sftp',
      doorId: door.id,
      createdById: door.createdById,
      fromName: door.name,
      fromAddress,
      filename: name,
      contentType: contentTypeOf(takenFor),
      size,
      sha256,
      takenFor,
      capture: null,
    },
  )
}
