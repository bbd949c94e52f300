import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { addBusinessDays } from './business-days.rules.ts'
import { findSettings, findTicketZone } from './ticket.queries.ts'

export const USUAL_SETTINGS = { dueDays: 3, remindDays: 2 }

/** Due day of a ticket opened at `now`, in the time zone of its location. */
export async function findDueDay(tx: CustomerTx, locationId: number | null, now: Date): Promise<string> {
  const { dueDays } = (await findSettings(tx)) ?? USUAL_SETTINGS
  return addBusinessDays(toDay(now, await findTicketZone(tx, locationId)), dueDays)
}
