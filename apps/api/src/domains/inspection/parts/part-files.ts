import { setTimeout as pause } from 'node:timers/promises'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { NotStoredError } from '../../../outside/storage.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { type Made, printStamp } from '../../../print/print-stamp.ts'
import { type Sheet, sheet } from '../../../print/sheet.ts'
import { bytes, type PackFile, type PartRun, safeSegment, text } from './part.ts'

const PRINT_ATTEMPTS = 20
const PRINT_PAUSE_MS = 3000

export const stampOf = ({ deps, session }: Pick<PartRun, 'deps' | 'session'>): Made => printStamp(deps, session)

/** Prints a sheet as `<name>.pdf`. If no printer is available, the same page is added as HTML, because a missing printer must not prevent a pack. */
export async function printFile(run: Pick<PartRun, 'deps' | 'session'>, name: string, paper: Sheet): Promise<PackFile> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { name: `${name}.pdf`, content: bytes(await printSheet(run.deps, run.session, paper)) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const isBusy = error.key === coreErrors.pdf_busy.key && attempt < PRINT_ATTEMPTS
      if (!isBusy) return { name: `${name}.html`, content: text(sheet(paper)) }
      await pause(PRINT_PAUSE_MS)
    }
  }
}

interface Stored {
  sha256: string
  filename: string
}

/** The original bytes of a stored file. If the store has lost them, a note replaces the file and the gap is listed. */
export async function storedFile(
  run: PartRun,
  folder: string,
  { sha256, filename }: Stored,
  gap: { part: PackPartName; path: string },
): Promise<PackFile> {
  try {
    const content = (await run.deps.storage.get(run.session.customerId, sha256)) as AsyncIterable<Uint8Array> // Node types the chunks of a stream as any
    return { name: `${folder}/${safeSegment(filename)}`, content }
  } catch (error) {
    if (!(error instanceof NotStoredError)) throw error
    const words = `The file "${filename}" is missing from the store`
    run.note({ part: gap.part, text: words, amount: 1, items: [{ text: words, path: gap.path }] })
    return { name: `${folder}/${safeSegment(filename)}.missing.txt`, content: text(`${words}. Its SHA-256 is ${sha256}.\n`) }
  }
}
type PackPartName = Parameters<PartRun['note']>[0]['part']
