import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'
import {
  createHierarchy,
  createValidator,
  type EpcisEvent,
  type Hierarchy,
  type LocationEntry,
  type MedEntry,
  type Validation,
} from '@seriatim/epcis'
import yauzl from 'yauzl'
import { type KeptEvent, withoutEpcs } from './import.rules.ts'

export interface ReadDocument {
  validation: Validation
  /** Null when the document is malformed. */
  tree: Hierarchy | null
  locations: LocationEntry[]
  meds: MedEntry[]
  events: KeptEvent[]
}

export interface ReadOptions {
  now: Date
  /** GLNs that are on file: naming them is no finding. */
  knownGlns: ReadonlySet<string>
  /** `total` is what there is to read: for a zip its unpacked size. */
  onProgress(bytes: number, total: number): Promise<void>
}

/** A file that cannot become an order whatever is in it: its message is the sentence for the uploader. */
export class UnreadableError extends Error {}

/** What one document may hold. Beyond it one file could take the memory that all customers share. */
export const DOCUMENT_LIMITS = { events: 250_000, units: 8_000_000, entries: 100_000, characters: 200_000_000 }

/** Counts what is kept of a document while it is read. */
class Budget {
  #events = 0
  #units = 0
  #entries = 0
  #characters = 0

  takeEvent(event: EpcisEvent): void {
    this.#events += 1
    this.#units += event.epcs.length
    this.#characters += sizeOf(event.bizTransactions) + sizeOf(event.sources) + sizeOf(event.destinations) + 200
    this.#check()
  }

  takeEntry(entry: LocationEntry | MedEntry): void {
    this.#entries += 1
    for (const value of Object.values(entry)) this.#characters += value?.length ?? 0
    this.#check()
  }

  #check(): void {
    const { events, units, entries, characters } = DOCUMENT_LIMITS
    const beyond =
      this.#events > events
        ? `${events.toLocaleString('en-US')} events`
        : this.#units > units
          ? `${units.toLocaleString('en-US')} mentions of serial numbers`
          : this.#entries > entries
            ? `${entries.toLocaleString('en-US')} entries of master data`
            : this.#characters > characters
              ? 'what one order can need of parties and transactions'
              : undefined
    if (beyond) throw new UnreadableError(`The document has more than ${beyond}. Ask the sender to split it.`)
  }
}

const sizeOf = (values: readonly { type: string; value: string }[]): number =>
  values.reduce((sum, one) => sum + one.type.length + one.value.length + 40, 0)

const CHUNK = 64 * 1024

/**
 * Streams a stored file, alone or alone in a zip, through the validator and puts its units into their tree.
 * Gives the event loop a turn after every piece, so that scans are answered while a large file is read.
 */
export async function readDocument(path: string, isZip: boolean, { now, knownGlns, onProgress }: ReadOptions): Promise<ReadDocument> {
  const locations: LocationEntry[] = []
  const meds: MedEntry[] = []
  const events: KeptEvent[] = []
  const hierarchy = createHierarchy()
  const budget = new Budget()
  const validator = createValidator(
    {
      location: (entry) => {
        budget.takeEntry(entry)
        locations.push(entry)
      },
      med: (entry) => {
        budget.takeEntry(entry)
        meds.push(entry)
      },
      event: (event) => {
        budget.takeEvent(event)
        hierarchy.add(event)
        events.push(withoutEpcs(event))
      },
    },
    { now, knownGlns },
  )
  let bytes = 0
  const { chunks, total } = isZip ? await openZip(path) : await openPlain(path)
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += CHUNK) {
      validator.write(chunk.subarray(from, from + CHUNK))
      await turn()
    }
    bytes += chunk.length
    await onProgress(bytes, total)
  }
  const validation = validator.end()
  return { validation, tree: validation.verdict === 'malformed' ? null : hierarchy.finish(), locations, meds, events }
}

/** At most this many bytes come out of a zip: a small one can hold terabytes of the same letter. */
const UNZIPPED_MAX = 2 * 1024 ** 3

interface Source {
  chunks: AsyncIterable<Buffer>
  /** Bytes that will come, as far as the file itself says. */
  total: number
}

async function openPlain(path: string): Promise<Source> {
  return { chunks: createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>, total: (await stat(path)).size }
}

async function openZip(path: string): Promise<Source> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, file) => (error ? reject(damaged(error)) : resolve(file))),
  )
  try {
    const files = await listEntries(zip)
    const [file] = files
    if (!file || files.length > 1) throw new UnreadableError(`The zip holds ${files.length} files; it must hold exactly one XML file.`)
    if (file.isEncrypted()) throw new UnreadableError('The file in the zip is encrypted. Send it without a password.')
    return { chunks: unzip(zip, file), total: file.uncompressedSize }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function* unzip(zip: yauzl.ZipFile, file: yauzl.Entry): AsyncGenerator<Buffer> {
  try {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(file, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    let total = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (total === 0 && !beginsAsXml(chunk))
        throw new UnreadableError('The file in the zip is not XML. Only EPCIS XML files are accepted.')
      total += chunk.length
      if (total > UNZIPPED_MAX) throw new UnreadableError('The file in the zip is larger than 2 GB.')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : damaged(error)
  } finally {
    zip.close()
  }
}

function damaged(cause: unknown): UnreadableError {
  return new UnreadableError('The zip file is damaged.', { cause })
}

/** White space and byte order marks aside, XML begins with `<`, in UTF-16 with a zero byte beside it. */
function beginsAsXml(chunk: Buffer): boolean {
  return /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(chunk.subarray(0, 512).toString('latin1'))
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const files: yauzl.Entry[] = []
    zip.on('entry', (entry: yauzl.Entry) => {
      if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) files.push(entry)
      if (files.length > 10) resolve(files)
      else zip.readEntry()
    })
    zip.on('end', () => resolve(files))
    zip.on('error', (error: Error) => reject(damaged(error)))
    zip.readEntry()
  })
}
