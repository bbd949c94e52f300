import { readFigures, type ScorecardInput, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { mediansOf, totalOf } from '../read/scorecard.rules.ts'
import { expectPartner, readPartnerRows, toRowFilter } from '../read/scorecard.service.ts'
import { type Letter, letterSheet } from './letter.pdf.ts'
import { findAddress, findLocationName, listExamples } from './letter.queries.ts'

const EXAMPLES = 12

/** Prints the letter to a supplier. @throws AppError scorecard_not_found, pdf_failed, pdf_busy. */
export async function printLetter(ctx: Context, session: Session, input: ScorecardInput) {
  const letter = await ctx.inTx('read write', async (tx) => {
    const read = await readLetter(tx, session, input)
    const { partnerId, months, customerLocationId, gtin } = input
    const detail = { months, gtin: gtin || null, locationId: customerLocationId || null }
    await audit(tx, session, { action: 'scorecard.letter', subject: 'partner', subjectId: partnerId, detail })
    return read
  })
  const bytes = await printSheet(ctx, session, letterSheet(letter, printStamp(ctx, session)))
  return { filename: `letter-${input.partnerId}-${letter.day}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}

async function readLetter(tx: CustomerTx, session: Session, input: ScorecardInput): Promise<Letter> {
  const filter = toRowFilter(session, input)
  const { partners } = await readPartnerRows(tx, filter, input.partnerId)
  const { partner, rows } = expectPartner(session, partners, input.partnerId)
  const first = filter.months.at(0) ?? ''
  const last = filter.months.at(-1) ?? ''
  const day = toDay(session.now, session.timeZone)
  const { timeZone } = session
  const counted = {
    owners: rows.map(({ locationId, sender }) => `${locationId ?? ''} ${sender}`),
    months: filter.months,
    timeZone,
    gtin: filter.gtin,
  }
  const examples = await listExamples(tx, counted, EXAMPLES)
  const locationName = filter.locationId === null ? undefined : await findLocationName(tx, filter.locationId)
  return {
    customerName: await getCustomerName(tx),
    partnerName: partner.name,
    address: await findAddress(tx, input.partnerId),
    period: first === last ? monthInWords(first) : `${monthInWords(first)} to ${monthInWords(last)}`,
    limits: [
      ...(filter.gtin === '' ? [] : [`only orders with GTIN ${filter.gtin}`]),
      ...(locationName ? [`only deliveries to ${locationName}`] : []),
    ],
    figures: readFigures(totalOf(rows)),
    medians: mediansOf(partners.map((one) => readFigures(totalOf(one.rows)))),
    examples: examples.map(({ at, ...one }) => ({ ...one, day: toDay(at, timeZone) })),
    author: { name: writeFullName(session), emailAddress: session.emailAddress },
    day,
  }
}

const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-09` -> `September 2026` */
const monthInWords = (month: string) => MONTHS.format(new Date(`${month}-01T00:00:00Z`))
