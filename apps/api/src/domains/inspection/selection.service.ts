import { ndcForms } from '@seriatim/gs1'
import type { PackAsk } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { endOfDay, startOfDay } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { inspectionErrors } from './inspection.facts.ts'
import { listAllLocations, listGlnsOf, listProductsOf } from './selection.queries.ts'
import type { Goods, Products, Selection } from './selection.ts'

/**
 * Converts a request to a selection, and checks the right at each location. A request without locations selects all at which the caller has the
 * right, including closed ones.
 *
 * @throws AppError pack_place_not_found, pack_ndc_invalid.
 */
export async function resolveSelection(tx: CustomerTx, session: Session, ask: PackAsk): Promise<Selection> {
  const all = await listAllLocations(tx)
  const places = session.permissions.get('pack:make')
  const allowed = all.filter(({ id }) => places === 'all' || places?.includes(id))
  const chosen = ask.locationIds.length ? allowed.filter(({ id }) => ask.locationIds.includes(id)) : allowed
  if (!chosen.length || ask.locationIds.some((id) => !chosen.some((one) => one.id === id)))
    throw new AppError(inspectionErrors.pack_place_not_found)
  for (const { id } of chosen) must(session, 'pack:make', id)
  return {
    from: startOfDay(ask.from, session.timeZone),
    to: endOfDay(ask.to, session.timeZone),
    fromDay: ask.from,
    toDay: ask.to,
    timeZone: session.timeZone,
    locationIds: chosen.map(({ id }) => id),
    locationNames: chosen.map(({ name }) => name),
    isWhole: places === 'all' && chosen.length === all.length,
    partnerIds: ask.tradingPartnerIds,
    glns: ask.tradingPartnerIds.length ? await listGlnsOf(tx, ask.tradingPartnerIds) : null,
    medIds: ask.medIds,
    goods: await resolveGoods(tx, ask),
  }
}

async function resolveGoods(tx: CustomerTx, { ndcs, lotNumbers }: PackAsk): Promise<Goods | null> {
  if (!ndcs.length && !lotNumbers.length) return null
  return {
    products: ndcs.length ? await resolveProducts(tx, ndcs) : null,
    lots: lotNumbers.length ? lotNumbers.map((lot) => lot.toUpperCase()) : null,
  }
}

async function resolveProducts(tx: CustomerTx, ndcs: readonly string[]): Promise<Products> {
  const forms = ndcs.map((ndc) => {
    const found = ndcForms(ndc)
    if (!found)
      throw new AppError(inspectionErrors.pack_ndc_invalid, {
        detail: `"${ndc}" is not an NDC. Write it with 10 or 11 digits.`,
        facts: { field: 'ndcs' },
      })
    return found
  })
  const ndc10 = [...new Set(forms.flatMap((form) => form.ndc10))]
  const digits = [...new Set(forms.flatMap((form) => [form.digits, ...form.ndc10, ...form.ndc11]))]
  return { ndc10, digits, ids: await listProductsOf(tx, { ndc10, digits }) }
}
