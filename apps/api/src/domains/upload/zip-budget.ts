import { ZipTooLargeError } from '../../core/zip.ts'

/** Maximum size of the unpacked contents of a zip. */
export const MOST_UNPACKED = 2 * 1024 ** 3
/** Maximum ratio of unpacked to packed size. XML has a ratio of 20 to 60; a zip with a far higher one was made to fill the disk. */
const MOST_RATIO = 300
/** Unpacked size in bytes below which any ratio is harmless. */
const SMALL = 16 * 1024 * 1024

/** Thrown when a zip came through a door and unpacks to more bytes than that door may still accept. */
export class DoorFullError extends Error {
  override name = 'DoorFullError'
}

/** Counts the unpacked bytes of a zip and enforces the limits on them. */
export class ZipBudget {
  private total = 0
  private readonly packed: number
  private readonly room: number

  /** @param room number of bytes that the door through which the zip came may still accept. */
  constructor(packed: number, room = Number.POSITIVE_INFINITY) {
    this.packed = packed
    this.room = room
  }

  /** @throws ZipTooLargeError, DoorFullError */
  take(bytes: number): void {
    this.total += bytes
    const isBomb = this.total > SMALL && this.total > this.packed * MOST_RATIO
    if (isBomb || this.total > MOST_UNPACKED) throw new ZipTooLargeError(`The zip unpacks to more than ${this.total} bytes.`)
    if (this.total > this.room) throw new DoorFullError(`The zip unpacks to more than ${this.room} bytes.`)
  }
}
