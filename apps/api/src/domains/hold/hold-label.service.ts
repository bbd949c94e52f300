import { must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { holdErrors } from './hold.facts.ts'
import { labelSheet } from './hold-label.pdf.ts'
import { findLabelledHold } from './hold-label.queries.ts'

/** Prints a label for the shelf or tote that holds the product. @throws AppError hold_not_found, hold_released, pdf_failed. */
export async function printLabel(ctx: Context, session: Session, holdId: number) {
  const hold = await ctx.inTx('read write', async (tx) => {
    const found = await findLabelledHold(tx, holdId)
    if (!found) throw new AppError(holdErrors.hold_not_found)
    must(session, 'med:read', found.locationId)
    if (found.isEnded) throw new AppError(holdErrors.hold_released)
    await audit(tx, session, { action: 'hold.label', subject: 'hold', subjectId: holdId })
    return found
  })
  const bytes = await printSheet(ctx, session, labelSheet(hold, printStamp(ctx, session)))
  return { filename: `quarantine-label-${holdId}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}
