import type { Session } from '../../../call/access/access.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { type Former, listFormerNamed, listFormerOfGlns } from './former.queries.ts'

/**
 * Given a former (deactivated or merged) partner and a new one with the same name, whether adding the new one would restore the former one. It would
 * if the former partner belongs to all locations or to `locationId`; null means that the new partner belongs to all locations.
 */
export const isNamedLike = (former: Former, locationId: number | null) => former.locationId === null || former.locationId === locationId

/**
 * Whether a former partner and a new partner with the same GLN would share a location (null: all locations), so that the new partner would get orders
 * of the former one.
 */
export const meets = (former: Former, locationId: number | null) => locationId === null || isNamedLike(former, locationId)

/** Explains why a former partner is not restored as a side effect: buying from it again must be decided on its page. */
export function formerPartnerReason({ name, deactivatedAt, reason, mergedInto }: Former, { timeZone }: Pick<Session, 'timeZone'>): string {
  if (mergedInto !== null) return `${name} was merged into ${mergedInto}. Use that partner.`
  const why = reason ? ` (${reason})` : ''
  return `${name} was deactivated on ${printDay(toDay(deactivatedAt, timeZone))}${why}. If you buy from it again, reactivate it on its page.`
}

/** @throws AppError partner_former with the field, if the entry would restore a deactivated or merged partner. */
export async function expectNoFormer(
  tx: CustomerTx,
  session: Session,
  { name, glns, locationId }: { name?: string; glns: readonly string[]; locationId: number | null },
): Promise<void> {
  const named = name === undefined ? [] : await listFormerNamed(tx, [name.toLowerCase()])
  const byName = named.find((former) => isNamedLike(former, locationId))
  const byGln = glns.length ? (await listFormerOfGlns(tx, glns)).find((former) => meets(former, locationId)) : undefined
  const former = byName ?? byGln
  if (!former) return
  const field = byName ? 'name' : 'globalLocationNumber'
  throw new AppError(tradingPartnerErrors.partner_former, {
    detail: formerPartnerReason(former, session),
    facts: { field, partnerId: former.id },
  })
}
