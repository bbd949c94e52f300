import yauzl from 'yauzl'

/** Opens a zip file, which the caller must close. Rejects if the end or the directory of the zip cannot be read. */
export function openZip(path: string): Promise<yauzl.ZipFile> {
  return yauzl.openPromise(path, { autoClose: false })
}

/** Yields the files of a zip one by one while the zip's directory is read; leaves out folders and macOS metadata. */
export async function* filesInZip(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/')) yield entry
}

/** A file in a zip unpacks to more than allowed: a small zip can contain terabytes of the same letter. */
export class ZipTooLargeError extends Error {}

/** Unpacks a file of a zip, up to `most` bytes. */
export async function* unzip(zip: yauzl.ZipFile, entry: yauzl.Entry, most: number): AsyncGenerator<Buffer> {
  let total = 0
  const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    total += chunk.length
    if (total > most) throw new ZipTooLargeError(`${entry.fileName} is larger than ${most} bytes`)
    yield chunk
  }
}
