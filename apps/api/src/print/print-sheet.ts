import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { PdfError } from '../outside/pdf.ts'
import { type Sheet, sheet } from './sheet.ts'

/** Prints a sheet; a printer that fails is told in words and logged with its reason. */
export async function printSheet({ pdf, log }: Pick<Deps, 'pdf' | 'log'>, paper: Sheet): Promise<Uint8Array> {
  try {
    return await pdf.print(sheet(paper))
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    log.error(error)
    throw new AppError('pdf_failed')
  }
}
