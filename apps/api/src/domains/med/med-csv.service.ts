import { type MedSearchAll, writeFullName } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { toDay, wallClock } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { CSV_START, makeCsv } from '../../core/text/csv.ts'
import type { CustomerTx } from '../../db/types.ts'
import { medErrors } from './med.facts.ts'
import { searchMedPage } from './med.service.ts'

const BATCH = 5000
/** Maximum number of rows of the file. Spreadsheets struggle with more, so the user must narrow the search. */
const CSV_ROWS = 100_000

/**
 * Writes all meds that a search finds, one per row, in the search's order.
 *
 * @throws AppError export_too_large
 */
export async function writeSearch(tx: CustomerTx, session: Session, input: MedSearchAll): Promise<{ filename: string; text: string }> {
  const asked = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''))
  await audit(tx, session, { action: 'med.export', subject: 'med', subjectId: null, detail: asked })
  const clock = wallClock(session.timeZone)
  const at = (instant: string | null) => (instant === null ? null : clock(new Date(instant)))
  const parts = [
    CSV_START,
    makeCsv([
      ['Serial number', 'GTIN', 'NDC', 'Med name', 'Manufacturer', 'Lot', 'Expires', `Received (${session.timeZone})`].concat([
        'Received by',
        'Location',
        'Kind',
        'From',
        'On hold',
        'Voided',
      ]),
    ]),
  ]
  let rows = 0
  for (let cursor: string | undefined; ; ) {
    const page = await searchMedPage(tx, session, { ...input, limit: BATCH, cursor })
    rows += page.items.length
    if (rows >= CSV_ROWS && page.nextCursor !== null) throw new AppError(medErrors.export_too_large)
    parts.push(
      makeCsv(
        page.items.map((med) => [
          med.serialNumber,
          med.gtin,
          med.ndc,
          [med.medName, med.strengthDescription].filter(Boolean).join(' ') || null,
          med.manufacturerName,
          med.lotNumber,
          med.expirationDate,
          at(med.dateReceived),
          med.receivedBy && writeFullName(med.receivedBy),
          med.customerLocation.name,
          med.package ? `${med.package.level} of ${med.package.meds}` : 'package',
          med.isEpcisGenerated ? 'supplier’s file' : 'typed in',
          med.isPending ? 'data pending' : med.isHeld ? 'yes' : 'no',
          med.isVoided ? 'yes' : 'no',
        ]),
      ),
    )
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return { filename: `pedigrees-${toDay(session.now, session.timeZone)}.csv`, text: parts.join('') }
}
