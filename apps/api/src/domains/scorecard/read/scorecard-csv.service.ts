import {
  LEAST_ORDERS,
  SCORECARD_FIGURES,
  SCORECARD_KEYS,
  type ScorecardFigures,
  type ScorecardKey,
  type ScorecardSearch,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { figuresByMonth } from './scorecard.rules.ts'
import { readPartnerRows, toRowFilter } from './scorecard.service.ts'

const UNITS = { share: ', %', rate: ' per 1,000', minutes: ', minutes', hours: ', hours', count: '' } as const
/**
 * Each figure has three columns: its value, `amount` and `of`. The heading of the `amount` column is "counted" if the amount is part of `of`; for the
 * figures listed here it is not, so the column has this heading instead.
 */
const COUNTED: Partial<Record<ScorecardKey, string>> = { minutes: 'goods arrived before data', hoursToFix: 'tickets still open' }
const isCount = (key: ScorecardKey) => key === 'orders' || key === 'units'

const header = SCORECARD_KEYS.flatMap((key) => {
  const { label, unit, of } = SCORECARD_FIGURES[key]
  return isCount(key) ? [label] : [`${label}${UNITS[unit]}`, `${label}: ${COUNTED[key] ?? 'counted'}`, `${label}: of (${of}s)`]
})

const cells = (figures: ScorecardFigures) =>
  SCORECARD_KEYS.flatMap((key) => {
    const { value, amount, of } = figures[key]
    return isCount(key) ? [value] : [value, amount, of]
  })

/**
 * A table with one row for each supplier and month of the period, with the counts behind each figure. A share that was computed from fewer than ten
 * orders is left empty.
 */
export async function writeScorecardCsv(tx: CustomerTx, session: Session, search: ScorecardSearch & { partnerId?: number | undefined }) {
  const filter = toRowFilter(session, search)
  const { partners } = await readPartnerRows(tx, filter, search.partnerId)
  const name = search.name?.toLowerCase() ?? ''
  const chosen = partners
    .filter(({ partner }) =>
      search.partnerId === undefined ? partner.name.toLowerCase().includes(name) : partner.partnerId === search.partnerId,
    )
    .toSorted((a, b) => a.partner.name.localeCompare(b.partner.name, 'en'))
  const rows = chosen.flatMap(({ partner, rows: own }) =>
    figuresByMonth(filter.months, own).map(({ month, figures }) => [partner.name, month, ...cells(figures)]),
  )
  const detail = {
    months: search.months,
    partners: chosen.length,
    least: LEAST_ORDERS,
    gtin: filter.gtin || null,
    locationId: filter.locationId,
  }
  await audit(tx, session, { action: 'scorecard.csv', subject: 'partner', subjectId: search.partnerId ?? null, detail })
  const [from, to] = [filter.months.at(0), filter.months.at(-1)]
  return { filename: `scorecards-${from}-${to}.csv`, text: CSV_START + makeCsv([['Supplier', 'Month', ...header], ...rows]) }
}
