import { formatAmount } from '@seriatim/schema'
import { BackupFailure } from './backup-failure.ts'
import type { LostDocument } from './manifest.ts'

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints a known failure as its sentence; for any other error, prints what the database or the disk reported. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const cause = error instanceof BackupFailure && error.cause instanceof Error ? ` (${error.cause.message})` : ''
    process.stderr.write(`${message}${cause}\n`)
    process.exitCode = 1
  }
}

export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

const MOST_NAMED = 20

/** Lists the documents that the backup lacks, because the file storage had lost or altered them. */
export function describeLost(lost: readonly LostDocument[]): string {
  const named = lost.slice(0, MOST_NAMED).map(({ customerId, sha256, why }) => `  ${customerId}/${sha256} (${why})`)
  const more = lost.length > MOST_NAMED ? [`  and ${lost.length - MOST_NAMED} more`] : []
  return [`The backup lacks ${formatAmount(lost.length, 'document')} that the file storage had lost or changed:`, ...named, ...more].join(
    '\n',
  )
}
