import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../call/deps.ts'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { bytes, type FileContent, text } from '../pack/pack-content.ts'
import { printSheet } from './print-sheet.ts'
import { type Sheet, sheet } from './sheet.ts'

const PRINT_ATTEMPTS = 20
const PRINT_PAUSE_MS = 3000

interface Printing {
  deps: Pick<Deps, 'pdf' | 'log'>
  session: { customerId: number }
}

interface PrintedFile {
  name: string
  content: FileContent
}

/** Prints a sheet as `<name>.pdf`. If this server cannot print PDFs, returns the same page as `<name>.html`, so that a pack can always be made. */
export async function printFile(run: Printing, name: string, paper: Sheet): Promise<PrintedFile> {
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
