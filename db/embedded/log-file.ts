import { open, rename, stat, truncate, unlink, writeFile } from 'node:fs/promises'

/** The log is turned over when it has grown past this many bytes; so it and its predecessor stay below about twice as much. */
export const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** How much of the end of a turned log is kept as `<log>.1`, in bytes. */
const KEPT_BYTES = 2 * 1024 * 1024

/**
 * Keeps a log that others append to from filling the disk: its end is copied to `<log>.1` and the file is emptied in place,
 * for PostgreSQL holds it open. What is written between the two is lost. Resolves true when it was turned.
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
    // When the disk is full, emptying matters more than keeping.
    await writeFile(half, kept.subarray(0, bytesRead), { mode: 0o600 })
      .then(() => rename(half, `${logFile}.1`))
      .catch(() => unlink(half).catch(() => undefined))
  } finally {
    await file.close()
  }
  await truncate(logFile, 0)
  return true
}
