import { createHash } from 'node:crypto'
import { verifyPage } from '@seriatim/verify/page'
import { text as shortFile } from './pack-content.ts'
import { isPackName, MANIFEST_PART, type ManifestHead, type PackFile, type PackManifest, PROOF_PART, VERIFY_PART } from './pack-format.ts'
import { type WrittenFile, ZipWriter } from './zip-writer.ts'

/** Thrown for a name that packs may not contain, or that this pack already contains. This is a bug in the caller. */
export class PackNameError extends Error {
  override name = 'PackNameError'
}

export interface WrittenPack extends WrittenFile {
  manifestSha256: string
}

/** Writes a pack (docs/packs.md). Each call waits for the previous one; after a failure only `abandon` is allowed. */
export interface PackWriter {
  /**
   * Streams one file into the pack, so that only buffers are in memory.
   * @throws PackNameError for an invalid or repeated name; ZipWriteError if the data cannot be written to the disk; any error that reading `content`
   * throws.
   */
  add(name: string, content: AsyncIterable<Uint8Array | string>): Promise<PackFile>
  /**
   * Adds verify.html, the manifest and the proof, and completes the zip. Calls `prove` with the manifest's SHA-256 (hex); `prove` writes an audit row
   * with this hash (`manifestSha256`) and returns, as text, the proof that the audit log contains the row.
   */
  finish(head: ManifestHead, prove: (manifestSha256: string) => Promise<string>): Promise<WrittenPack>
  /** Removes everything that was written. */
  abandon(): Promise<void>
}

/**
 * Creates a writer for a pack at `path`.
 * @param mtime modification time of every file in the pack. A fixed time makes the same parts produce the same bytes.
 */
export function createPackWriter(path: string, mtime: Date): PackWriter {
  const zip = new ZipWriter(path, mtime)
  const files: PackFile[] = []
  // Names already in the pack, in lower case: two names that differ only in case would be one file on some file systems.
  const taken = new Set<string>([VERIFY_PART, MANIFEST_PART, PROOF_PART])

  async function write(name: string, content: AsyncIterable<Uint8Array | string>): Promise<PackFile> {
    const file = { name, ...(await zip.add(name, content)) }
    files.push(file)
    return file
  }

  return {
    async add(name, content) {
      if (!isPackName(name)) throw new PackNameError(`A pack cannot have a file named ${JSON.stringify(name)}.`)
      if (taken.has(name.toLowerCase())) throw new PackNameError(`The pack already has a file named ${name}.`)
      taken.add(name.toLowerCase())
      return write(name, content)
    },
    async finish(head, prove) {
      await write(VERIFY_PART, shortFile(verifyPage()))
      const manifest: PackManifest = { format: 'seriatim-pack', version: 1, ...head, files, prefix: zip.sum() }
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
      const manifestSha256 = createHash('sha256').update(text).digest('hex')
      await zip.addStored(MANIFEST_PART, text)
      await zip.addStored(PROOF_PART, Buffer.from(await prove(manifestSha256)))
      return { ...(await zip.close()), manifestSha256 }
    },
    abandon: () => zip.abandon(),
  }
}
