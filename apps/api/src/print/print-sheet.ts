import type { Deps } from '../call/deps.ts'
import { coreErrors } from '../core/core.facts.ts'
import { AppError } from '../core/errors.ts'
import { PdfBusyError, PdfError } from '../outside/pdf.ts'
import { type Sheet, sheet } from './sheet.ts'

/**
 * Prints a sheet for a customer. If printing fails, the error says so in a sentence, and the reason is logged. @throws AppError pdf_failed, pdf_busy.
 */
export async function printSheet(
  { pdf, log }: Pick<Deps, 'pdf' | 'log'>,
  { customerId }: { customerId: number },
  paper: Sheet,
): Promise<Uint8Array> {
  try {
    return await pdf.print(sheet(paper), customerId)
  } catch (error) {
    if (error instanceof PdfBusyError) throw new AppError(coreErrors.pdf_busy, { cause: error })
    if (!(error instanceof PdfError)) throw error
    log.error(error)
    throw new AppError(coreErrors.pdf_failed)
  }
}
