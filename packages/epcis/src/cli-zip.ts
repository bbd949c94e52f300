const maxUnpacked = 2 ** 31
const maxDirectory = 1 << 20
const endLength = 22
const entryLength = 46

/** Where the one file of a zip lies, and how long it is unpacked. */
export type ZippedFile = { readonly start: number; readonly length: number; readonly isDeflated: boolean; readonly size: number }

/** Reads so many bytes of a file from a position on; fewer at its end. */
export type ReadPart = (position: number, length: number) => Promise<Buffer>

/**
 * Finds the one file in a zip; null when the file is no zip. Throws a sentence when it is a zip that cannot be used.
 *
 * @see PKWARE, .ZIP File Format Specification, 4.3.
 */
export async function zippedFile(read: ReadPart, length: number): Promise<ZippedFile | null> {
  const first = await read(0, 4)
  return first.toString('latin1') === 'PK\u0003\u0004' ? await onlyEntry(read, length) : null
}

async function onlyEntry(read: ReadPart, length: number): Promise<ZippedFile> {
  const tail = await read(Math.max(0, length - endLength - 0xffff), endLength + 0xffff)
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  if (end < 0 || end + endLength > tail.length) throw new Error('the zip is cut off')
  const size = tail.readUInt32LE(end + 12)
  if (size > maxDirectory) throw new Error('the zip must hold exactly one file')
  const directory = await read(tail.readUInt32LE(end + 16), size)
  const entries: Buffer[] = []
  for (let at = 0; at + entryLength <= directory.length; ) {
    const entry = directory.subarray(at)
    const name = entry.toString('utf8', entryLength, entryLength + entry.readUInt16LE(28))
    if (!name.endsWith('/') && !name.startsWith('__MACOSX/')) entries.push(entry)
    at += entryLength + entry.readUInt16LE(28) + entry.readUInt16LE(30) + entry.readUInt16LE(32)
  }
  const [entry] = entries
  if (entry === undefined || entries.length > 1) throw new Error(`the zip must hold exactly one file, not ${entries.length}`)
  const [flags, method] = [entry.readUInt16LE(8), entry.readUInt16LE(10)]
  if ((flags & 1) === 1) throw new Error('the zip is encrypted')
  if (method !== 0 && method !== 8) throw new Error('the zip is packed in a way that is not supported')
  if (entry.readUInt32LE(24) > maxUnpacked) throw new Error('the file in the zip is larger than 2 GB')
  const offset = entry.readUInt32LE(42)
  const local = await read(offset, 30)
  if (local.length < 30) throw new Error('the zip is damaged')
  const start = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  return { start, length: entry.readUInt32LE(20), isDeflated: method === 8, size: entry.readUInt32LE(24) }
}
