// Reads a pack (a zip) as our writer makes it, and rebuilds the headers and directory that the writer puts around the files.
import { expect, join, same, text, utf8 } from './bytes.js'

/** @import { Source } from '../types/verify.js' */
/** @typedef {{ name: string, method: number, crc: number, packed: number, bytes: number, offset: number, flags: number }} Entry */

const CHUNK = 2 ** 20
export const MOST_TEXT = 2 ** 28

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Writes little-endian numbers, each given as `[width, value]` with the width in bytes. @param {(readonly [number, number])[]} fields */
function pack(...fields) {
  const out = new DataView(new ArrayBuffer(fields.reduce((sum, [width]) => sum + width, 0)))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) out.setUint16(at, value, true)
    else if (width === 4) out.setUint32(at, value, true)
    else out.setBigUint64(at, BigInt(value), true)
    at += width
  }
  return new Uint8Array(out.buffer)
}
const LARGE = 0xffffffff
/** @param {Entry} entry */
const isLarge = ({ packed, bytes, offset }) => Math.max(packed, bytes, offset) >= LARGE

// The functions below rebuild the parts that our writer of packs adds around the files, so that they can be compared byte by byte.
/** @param {Entry} entry @param {number} time */
function localHeader({ name, method, crc, packed, bytes, flags }, time) {
  const known = flags === 0x800 ? [crc, packed, bytes] : [0, 0, 0]
  const head = pack(
    [4, 0x04034b50],
    [2, 20],
    [2, flags],
    [2, method],
    [4, time],
    [4, known[0]],
    [4, known[1]],
    [4, known[2]],
    [2, name.length],
    [2, 0],
  )
  return join([head, utf8.encode(name)])
}
/** @param {Entry} entry */
function descriptor(entry) {
  if (entry.flags === 0x800) return new Uint8Array()
  const width = isLarge(entry) ? 8 : 4
  return pack([4, 0x08074b50], [4, entry.crc], [width, entry.packed], [width, entry.bytes])
}
/** @param {Entry[]} entries @param {number} time @param {number} start */
function directory(entries, time, start) {
  const records = entries.map((entry) => {
    const { name, method, crc, packed, bytes, offset, flags } = entry
    const wide = isLarge(entry)
    const extra = wide ? pack([2, 1], [2, 24], [8, bytes], [8, packed], [8, offset]) : new Uint8Array()
    const small = (/** @type {number} */ value) => /** @type {const} */ ([4, wide ? LARGE : value])
    const head = pack(
      [4, 0x02014b50],
      [2, 0x33f],
      [2, wide ? 45 : 20],
      [2, flags],
      [2, method],
      [4, time],
      [4, crc],
      small(packed),
      small(bytes),
    )
    const rest = pack([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0o100644 * 65536], small(offset))
    return join([head, rest, utf8.encode(name), extra])
  })
  const size = records.reduce((sum, { length }) => sum + length, 0)
  const [amount, end] = [entries.length, start + size]
  const wide = amount >= 0xffff || size >= LARGE || start >= LARGE
  const record = pack([4, 0x06064b50], [8, 44], [2, 0x33f], [2, 45], [4, 0], [4, 0], [8, amount], [8, amount], [8, size], [8, start])
  const counted = Math.min(amount, 0xffff)
  const last = pack([4, 0x06054b50], [4, 0], [2, counted], [2, counted], [4, Math.min(size, LARGE)], [4, Math.min(start, LARGE)], [2, 0])
  return join([...records, ...(wide ? [record, pack([4, 0x07064b50], [4, 0], [8, end], [4, 1])] : []), last])
}

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const CUT = 'This is not a complete pack: its end is missing, or it was changed.'

/** The entries listed at the end of the zip, and the offset of that list. @param {Source} source @returns {Promise<{ entries: Entry[], start: number }>} */
export async function listEntries(source) {
  expect(source.size >= 98, CUT)
  const tail = viewOf(await source.read(source.size - 98, source.size))
  expect(tail.getUint32(76, true) === 0x06054b50 && tail.getUint16(96, true) === 0, CUT)
  const isWide = tail.getUint32(56, true) === 0x07064b50 && tail.getUint32(0, true) === 0x06064b50
  const size = isWide ? Number(tail.getBigUint64(40, true)) : tail.getUint32(88, true)
  const start = isWide ? Number(tail.getBigUint64(48, true)) : tail.getUint32(92, true)
  expect(size < MOST_TEXT && start + size === source.size - (isWide ? 98 : 22), CUT)
  const list = viewOf(await source.read(start, start + size))
  const entries = []
  for (let at = 0; at < size; ) {
    expect(at + 46 <= size && list.getUint32(at, true) === 0x02014b50, CUT)
    const [named, more] = [list.getUint16(at + 28, true), list.getUint16(at + 30, true)]
    const wide = at + 46 + named + 4
    expect(wide - 4 + more <= size && (more === 0 || more === 28), CUT)
    const [bytes, packed, offset] = more
      ? [0, 8, 16].map((by) => Number(list.getBigUint64(wide + by, true)))
      : [24, 20, 42].map((by) => list.getUint32(at + by, true))
    const name = text(new Uint8Array(list.buffer, at + 46, named))
    entries.push({
      name,
      flags: list.getUint16(at + 8, true),
      method: list.getUint16(at + 10, true),
      crc: list.getUint32(at + 16, true),
      bytes,
      packed,
      offset,
    })
    at = wide - 4 + more
  }
  return { entries, start }
}

/** @param {Source} source @param {number} from @param {number} to */
export async function* chunks(source, from, to) {
  const end = Math.min(to, source.size)
  for (let at = from; at < end; at += CHUNK) yield await source.read(at, Math.min(at + CHUNK, end))
}

/** Yields the unpacked bytes of an entry, and stops as soon as they exceed the size that the entry states. @param {Source} source @param {Entry} entry */
export async function* contentOf(source, { offset, name, packed, bytes, method }) {
  const from = offset + 30 + name.length
  const stream = chunks(source, from, from + packed)
  if (method === 0) return yield* stream
  const inflate = new DecompressionStream('deflate-raw')
  const writer = inflate.writable.getWriter()
  const pump = (async () => {
    for await (const chunk of stream) await writer.write(/** @type {Uint8Array<ArrayBuffer>} */ (chunk))
    await writer.close()
  })()
  pump.catch(() => undefined)
  const reader = inflate.readable.getReader()
  let sum = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    sum += next.value.length
    if (sum > bytes) return await reader.cancel()
    yield next.value
  }
}

/** @param {AsyncIterable<Uint8Array>} stream @param {number} most */
export async function collect(stream, most) {
  const parts = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    expect(size <= most, 'A file in the pack exceeds the size limit for its type.')
    parts.push(part)
  }
  return join(parts)
}

/**
 * Whether everything in the zip except the files themselves equals what the writer would write.
 *
 * @param {Source} source
 * @param {Entry[]} entries
 * @param {number} start
 * @param {Uint8Array} manifest
 * @param {Uint8Array} proof
 */
export async function isTailMade(source, entries, start, manifest, proof) {
  const time = viewOf(await source.read(0, 14)).getUint32(10, true)
  const last = [manifest, proof].map((bytes, at) => ({
    ...entries[entries.length - 2 + at],
    method: 0,
    flags: 0x800,
    crc: crc32(bytes),
    packed: bytes.length,
    bytes: bytes.length,
  }))
  let at = 0
  const made = []
  for (const [index, entry] of [...entries.slice(0, -2), ...last].entries()) {
    const placed = { ...entry, offset: at }
    const head = localHeader(placed, time)
    const end = descriptor(placed)
    const from = at + head.length + placed.packed
    if (!same(await source.read(at, at + head.length), head) || !same(await source.read(from, from + end.length), end)) return false
    at = from + end.length
    made.push(placed)
    if (index >= entries.length - 2 && placed.offset !== entry.offset) return false
  }
  return at === start && same(await source.read(start, source.size), directory(made, time, start))
}
