import { decode, labelReadings, toGtin14, toLabel } from '@seriatim/gs1'
import type { DispenseAnswer, DispenseCheck, DispenseOverview, DispenseQuestion, DispenseSearch, Page } from '@seriatim/schema'
import { may, type Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { DAY_MS, endOfDay, startOfDay, toDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { decideEntitlement } from '../entitlement/entitlement.service.ts'
import { readCustomerSettings } from '../user/customer/customer-setting.service.ts'
import { dispenseErrors } from './dispense.facts.ts'
import { countChecksByDay, insertCheck, listChecks, readDispenseFacts } from './dispense.queries.ts'
import { type AskedLabel, type DispenseUnit, isAllowed, judgeDispense } from './dispense.rules.ts'

interface AskedUnit extends AskedLabel {
  gtin: string
  serialNumber: string
}

/**
 * Answers whether a package may be dispensed, and records the check. The package itself does not change (decision 77). To a caller without access to
 * the package's location, the package is reported as unknown. The query runs in a separate read-only transaction, because connections keep query
 * plans only for such transactions, and planning this query takes longer than running it.
 * @throws AppError dispense_nothing_asked, dispense_gtin_wrong, dispense_barcode_unreadable; the check is not recorded then.
 */
export async function checkDispense(ctx: Pick<Context, 'inTx'>, session: Session, question: DispenseQuestion): Promise<DispenseAnswer> {
  const readings = readQuestion(question, session.now.getFullYear())
  const wanted = { gtins: readings.map(({ gtin }) => gtin), serialNumbers: readings.map(({ serialNumber }) => serialNumber) }
  const facts = await ctx.inTx('read only', (tx) => readDispenseFacts(tx, session.customerId, wanted))
  const fits = (one: AskedUnit, { gtin, serialNumber }: { gtin: string | null; serialNumber: string | null }) =>
    serialNumber === one.serialNumber && (gtin === null || gtin === one.gtin)
  // If a barcode can be read in several ways, the right reading is the one that matches a package on file or a hold.
  const known = readings.filter((one) => [...facts.units, ...facts.holds].some((row) => fits(one, row)))
  const [asked] = known.length > 0 ? known : readings
  if (asked === undefined || (known.length === 0 && readings.length > 1)) throw new AppError(dispenseErrors.dispense_barcode_unreadable)
  const unit = facts.units.find((one) => fits(asked, one))
  const reasons = judgeDispense({
    unit,
    asked,
    unlistedHolds: facts.holds.filter((one) => fits(asked, one)).map(({ reason }) => reason),
    unknown: facts.rules[0]?.unknownAtDispense ?? 'allow',
    hasRecalls: decideEntitlement(facts, session.now).hasRecalls,
    isWaiting: facts.compared[0]?.isWaiting ?? false,
    today: toDay(session.now, unit?.timeZone ?? session.timeZone),
  })
  const allowed = isAllowed(reasons)
  const check = {
    ...asked,
    locationId: unit?.locationId ?? null,
    checkedAt: session.now,
    createdById: session.userId,
    medName: unit?.medName ?? null,
    isAllowed: allowed,
    reasons: [...new Set(reasons.map(({ code }) => code))],
  }
  const checkId = await ctx.inTx('read write', (tx) => insertCheck(tx, check))
  return { checkId, checkedAt: session.now.toISOString(), allowed, reasons, med: unit ? toMed(unit) : null }
}

const toMed = ({ medId, gtin, serialNumber, lotNumber, expirationDate, medName, locationId, locationName }: DispenseUnit) => ({
  medId,
  gtin,
  serialNumber,
  lotNumber,
  expirationDate,
  medName,
  locationId,
  locationName,
})

/** The packages that the caller may mean: several only if a barcode lost its separators, so that it can be read in several ways. */
function readQuestion({ barcode, gtin, serialNumber, lotNumber, expirationDate }: DispenseQuestion, year: number): AskedUnit[] {
  if (barcode === undefined) {
    if (gtin === undefined || serialNumber === undefined) throw new AppError(dispenseErrors.dispense_nothing_asked)
    const gtin14 = toGtin14(gtin)
    if (!gtin14.ok) throw new AppError(dispenseErrors.dispense_gtin_wrong)
    return [{ gtin: gtin14.value, serialNumber, lotNumber: lotNumber ?? null, expirationDate: expirationDate ?? null }]
  }
  const read = decode(barcode, { lenient: true, currentYear: year })
  const readings = read.ok ? [read.value] : read.error.code === 'ambiguous' ? labelReadings(barcode, year) : []
  const asked = readings.flatMap((one) => {
    if (one.gtin14 === undefined || one.serialNumber === undefined) return []
    const label = toLabel(one)
    return [
      {
        gtin: one.gtin14,
        serialNumber: one.serialNumber,
        lotNumber: label.lotNumber ?? lotNumber ?? null,
        expirationDate: label.expirationDate ?? expirationDate ?? null,
      },
    ]
  })
  if (asked.length === 0) throw new AppError(dispenseErrors.dispense_barcode_unreadable)
  return asked
}

/** Lists the dispense checks of one day in the caller's time zone, newest first. */
export async function listDispenseChecks(
  tx: CustomerTx,
  session: Session,
  { day, result, limit, cursor }: DispenseSearch,
): Promise<Page<DispenseCheck>> {
  const range = { from: startOfDay(day, session.timeZone), to: endOfDay(day, session.timeZone) }
  const rows = await listChecks(tx, { ...range, result, limit }, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row): [string, number] => [row.checkedAt.toISOString(), row.id])
  return { items: items.map((row) => ({ ...row, checkedAt: row.checkedAt.toISOString() })), nextCursor }
}

const SHOWN_DAYS = 30

/** The number of checks on each of the last 30 days that had any, and the answer that the customer chose for packages that are not on file. */
export async function readDispenseOverview(tx: CustomerTx, session: Session): Promise<DispenseOverview> {
  const { now, timeZone, customerId } = session
  const since = startOfDay(toDay(new Date(now.getTime() - (SHOWN_DAYS - 1) * DAY_MS), timeZone), timeZone)
  return {
    today: toDay(now, timeZone),
    days: await countChecksByDay(tx, { since, timeZone }),
    unknownAtDispense: (await readCustomerSettings(tx, customerId)).unknownAtDispense,
    mayConfigure: may(session, 'customer:write', null),
  }
}
