// We unpack zips with our own code instead of a library: the browser and the command need only the single file of a zip, and the smallest library
// that works in both is larger than this whole package.
const MAX_UNPACKED = 2 ** 31
const MAX_DIRECTORY = 1 << 20
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const PIECE_LENGTH = 1 << 18

/** Position of the only file in a zip, and its unpacked size. */
export interface ZippedFile {
  readonly start: number
  readonly length: number
  readonly isDeflated: boolean
  readonly size: number
}

/** Reads `length` bytes of a file from a position; fewer at its end. */
export type ReadPart = (position: number, length: number) => Promise<Uint8Array>

export type ZipProblem = 'cut off' | 'not one file' | 'encrypted' | 'not supported' | 'too large' | 'damaged'

/**
 * Thrown for a zip that cannot be used. The message is a sentence without its final period. `files` is the number of files in the zip, set only if
 * that number is the problem.
 */
export class ZipError extends Error {
  readonly problem: ZipProblem
  readonly files: number | undefined

  constructor(problem: ZipProblem, message: string, files?: number) {
    super(message)
    this.problem = problem
    this.files = files
  }
}

/** The error for a zip whose contents don't unpack, or whose contents have another size than the zip's directory states. */
function damagedZip(): ZipError {
  return new ZipError('damaged', 'the zip is damaged')
}

/**
 * Finds the only file in a zip; null if the data is not a zip. The result's `size` comes from the zip's directory: the caller must stop unpacking
 * there, even if more data follows.
 * @throws {ZipError} for an unusable zip.
 * @see PKWARE, .ZIP File Format Specification, 4.3.
 */
export async function zippedFile(read: ReadPart, length: number): Promise<ZippedFile | null> {
  const first = await read(0, 4)
  return startsWith(first, 0, 0x04034b50) ? await onlyEntry(read, length) : null
}

/**
 * Unpacks the only file of a zip while the zip is read, and stops at the file's stated size, so that a zip bomb costs nothing. @throws {ZipError} if
 * it doesn't unpack, or its size differs from the stated one.
 */
export async function* unzipped(read: ReadPart, { start, length, isDeflated, size }: ZippedFile): AsyncGenerator<Uint8Array> {
  const packed = pieces(read, start, start + length)
  let bytes = 0
  for await (const chunk of isDeflated ? inflated(packed) : packed) {
    bytes += chunk.length
    if (bytes > size) break
    yield chunk
  }
  if (bytes !== size) throw damagedZip()
}

async function* pieces(read: ReadPart, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE_LENGTH) {
    const piece = await read(at, Math.min(PIECE_LENGTH, to - at))
    if (piece.length === 0) return
    yield piece
  }
}

async function* inflated(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await packed.next()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>) // safe, because a stream refuses only shared memory, and a file's bytes are never in it
    },
  })
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damagedZip()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined) // a failed stream has nothing to cancel
  }
}

async function onlyEntry(read: ReadPart, length: number): Promise<ZippedFile> {
  const tail = await read(Math.max(0, length - END_LENGTH - 0xffff), END_LENGTH + 0xffff)
  let end = tail.length - END_LENGTH
  while (end >= 0 && !startsWith(tail, end, 0x06054b50)) end -= 1
  if (end < 0) throw new ZipError('cut off', 'the zip is cut off')
  const size = makeView(tail).getUint32(end + 12, true)
  if (size > MAX_DIRECTORY) throw new ZipError('not one file', 'the zip must contain exactly one file')
  const directory = await read(makeView(tail).getUint32(end + 16, true), size)
  const entries: DataView[] = []
  for (let at = 0; at + ENTRY_LENGTH <= directory.length; ) {
    const entry = makeView(directory.subarray(at))
    const nameLength = entry.getUint16(28, true)
    const name = new TextDecoder().decode(directory.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength))
    if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) entries.push(entry)
    at += ENTRY_LENGTH + nameLength + entry.getUint16(30, true) + entry.getUint16(32, true)
  }
  const [entry] = entries
  if (entry === undefined || entries.length > 1)
    throw new ZipError('not one file', `the zip must contain exactly one file, not ${entries.length}`, entries.length)
  const [flags, method] = [entry.getUint16(8, true), entry.getUint16(10, true)]
  if ((flags & 1) === 1) throw new ZipError('encrypted', 'the zip is encrypted')
  if (method !== 0 && method !== 8) throw new ZipError('not supported', 'the zip is packed in a way that is not supported')
  if (entry.getUint32(24, true) > MAX_UNPACKED) throw new ZipError('too large', 'the file in the zip is larger than 2 GB')
  const offset = entry.getUint32(42, true)
  const local = await read(offset, 30)
  if (local.length < 30) throw damagedZip()
  const start = offset + 30 + makeView(local).getUint16(26, true) + makeView(local).getUint16(28, true)
  return { start, length: entry.getUint32(20, true), isDeflated: method === 8, size: entry.getUint32(24, true) }
}

function makeView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function startsWith(bytes: Uint8Array, at: number, signature: number): boolean {
  return at + 4 <= bytes.length && makeView(bytes).getUint32(at, true) === signature
}
