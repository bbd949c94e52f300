import { createReadStream } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { createHierarchy, createValidator, type Hierarchy, type LocationEntry, type MedEntry, type Validation } from '@seriatim/epcis'
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
  onProgress(bytes: number): Promise<void>
}

/** A zip that is not one XML file: told in a sentence, as a finding of the document. */
export class ZipError extends Error {}

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
  const validator = createValidator(
    {
      location: (entry) => locations.push(entry),
      med: (entry) => meds.push(entry),
      event: (event) => {
        hierarchy.add(event)
        events.push(withoutEpcs(event))
      },
    },
    { now, knownGlns },
  )
  let bytes = 0
  for await (const chunk of isZip ? openZip(path) : (createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>)) {
    for (let from = 0; from < chunk.length; from += CHUNK) {
      validator.write(chunk.subarray(from, from + CHUNK))
      await turn()
    }
    bytes += chunk.length
    await onProgress(bytes)
  }
  const validation = validator.end()
  return { validation, tree: validation.verdict === 'malformed' ? null : hierarchy.finish(), locations, meds, events }
}

/** At most this many bytes come out of a zip: a small one can hold terabytes of the same letter. */
const UNZIPPED_MAX = 4 * 1024 ** 3

async function* openZip(path: string): AsyncGenerator<Buffer> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, file) =>
      error ? reject(new ZipError('The zip file is damaged.', { cause: error })) : resolve(file),
    ),
  )
  try {
    const files = await listEntries(zip)
    const [file] = files
    if (!file || files.length > 1) throw new ZipError(`The zip holds ${files.length} files; it must hold exactly one XML file.`)
    if (file.isEncrypted()) throw new ZipError('The file in the zip is encrypted. Send it without a password.')
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(file, (error, opened) =>
        error ? reject(new ZipError('The file in the zip cannot be read.', { cause: error })) : resolve(opened),
      ),
    )
    let total = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > UNZIPPED_MAX) throw new ZipError('The file in the zip is larger than 4 GB.')
      yield chunk
    }
  } finally {
    zip.close()
  }
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
    zip.on('error', (error: Error) => reject(new ZipError('The zip file is damaged.', { cause: error })))
    zip.readEntry()
  })
}
