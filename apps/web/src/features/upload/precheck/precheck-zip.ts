import { type ReadPart, unzipped, ZipError, type ZippedFile, zippedFile } from '@seriatim/epcis'
import { beginsAsDocument, type Unreadable } from '@seriatim/schema'

const CHUNK = 256 * 1024

/**
 * Thrown with the reason why a file cannot become an order, if that is known before the document is parsed; the server would reject the file for the
 * same reason.
 */
export class UnreadableFile extends Error {
  readonly outcome: Unreadable

  constructor(outcome: Unreadable) {
    super(`unreadable: ${outcome.kind}`)
    this.outcome = outcome
  }
}

/** Reads a range of the file in chunks of the validator's preferred size. */
async function* slices(file: Blob, from: number, to: number, onRead: (position: number) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += CHUNK) {
    const end = Math.min(to, at + CHUNK)
    yield new Uint8Array(await file.slice(at, end).arrayBuffer())
    onRead(end)
  }
}

/**
 * Yields the bytes of the document, which is the file itself or the only file in a zip. A zip is unpacked in chunks and only up to the size that it
 * states, so a zip bomb can't fill the memory. `onRead` receives the number of bytes of the chosen file that were read.
 * @throws UnreadableFile for a zip that cannot become an order.
 */
export async function* documentIn(file: Blob, isZip: boolean, onRead: (position: number) => void): AsyncGenerator<Uint8Array> {
  if (!isZip) return yield* slices(file, 0, file.size, onRead)
  try {
    const entry = await zippedFile(async (position, length) => readPart(file, position, length), file.size)
    if (entry === null) throw new ZipError('not one file', 'the zip must contain exactly one file', 0)
    yield* unpacked(file, entry, onRead)
  } catch (error) {
    throw error instanceof ZipError ? new UnreadableFile(toOutcome(error)) : error
  }
}

async function readPart(file: Blob, position: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(position, position + length).arrayBuffer())
}

async function* unpacked(file: Blob, entry: ZippedFile, onRead: (position: number) => void): AsyncGenerator<Uint8Array> {
  const read: ReadPart = async (position, length) => {
    onRead(position + length)
    return readPart(file, position, length)
  }
  let isFirst = true
  for await (const chunk of unzipped(read, entry)) {
    if (isFirst && !beginsAsDocument(chunk)) throw new UnreadableFile({ kind: 'zipNotXml', facts: {} })
    isFirst = false
    yield chunk
  }
}

function toOutcome({ problem, files }: ZipError): Unreadable {
  switch (problem) {
    case 'not one file':
      return { kind: 'zipNotOne', facts: { files: files ?? null } }
    case 'encrypted':
      return { kind: 'zipEncrypted', facts: {} }
    case 'too large':
      return { kind: 'zipTooLarge', facts: {} }
    default:
      return { kind: 'zipDamaged', facts: {} }
  }
}
