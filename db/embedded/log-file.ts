import { open, rename, stat, truncate, unlink, writeFile } from 'node:fs/promises'

/** The log is rotated once it exceeds this many bytes, so the log and its predecessor together stay below about twice that. */
export const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Number of bytes from the end of a rotated log that are kept as `<log>.1`. */
const KEPT_BYTES = 2 * 1024 * 1024

/**
 * Rotates a log to which other processes append, so that it does not fill the disk. Copies the log's end to `<log>.1` and truncates the log in place,
 * because PostgreSQL has it open. Lines written between the copying and the truncation are lost. Resolves to true if it was rotated.
 */
export async function turnLog(logFile: string, limitBytes = LOG_LIMIT_BYTES): Promise<boolean> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= limitBytes) return false
  const file = await open(logFile, 'r')
  try {
    const kept = Buffer.alloc(Math.min(size, KEPT_BYTES))
    const { bytesRead } = await file.read(kept, 0, kept.length, size - kept.length)
    const half = `${logFile}.1.half`
    // Ignores a failure to copy the end of the log: if the disk is full, truncating the log matters more than the copy.
    await writeFile(half, kept.subarray(0, bytesRead), { mode: 0o600 })
      .then(() => rename(half, `${logFile}.1`))
      .catch(() => unlink(half).catch(() => undefined))
  } finally {
    await file.close()
  }
  await truncate(logFile, 0)
  return true
}
