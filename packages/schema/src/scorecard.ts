import { z } from 'zod'
import { filterLocation, filterText, gtin14, id, isoInstant } from './common.ts'
import { SCORECARD_KEYS, type ScorecardKey, scorecardFigure } from './scorecard-figures.ts'

/** A calendar month, `YYYY-MM`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM.')

/** Possible lengths in months of the period that a scorecard covers. A period ends with the current month. */
export const SCORECARD_MONTHS = [1, 3, 6, 12] as const

const period = z.int().refine((months) => SCORECARD_MONTHS.some((one) => one === months), 'Choose 1, 3, 6 or 12 months.')
/** GTIN of the product whose orders are counted; empty for the orders of all products. */
const product = z.union([gtin14, z.literal('')]).optional()

export const scorecardKey = z.enum(SCORECARD_KEYS as [ScorecardKey, ...ScorecardKey[]]) // the list is not empty
export const scorecardFigures = z.record(scorecardKey, scorecardFigure)
export type ScorecardFigures = z.infer<typeof scorecardFigures>

/** The median of the partners' values; null if fewer than two partners have a value that can be compared. */
const scorecardMedians = z.record(scorecardKey, z.object({ value: z.number().nullable(), partners: z.int() }))
export type ScorecardMedians = z.infer<typeof scorecardMedians>

export const scorecardInput = z.object({
  partnerId: id,
  months: period.default(12),
  customerLocationId: filterLocation,
  gtin: product,
})
export type ScorecardInput = z.output<typeof scorecardInput>

/** Products of a period; those with the most orders come first. */
const products = z.array(z.object({ gtin: z.string(), name: z.string().nullable(), orders: z.int() }))

export const scorecard = z.object({
  partner: z.object({ id, name: z.string(), isActive: z.boolean() }),
  /** The months of the period, oldest first; the last one is the current month. */
  months: z.array(z.object({ month, figures: scorecardFigures })),
  /** Figures of the whole period. */
  total: scorecardFigures,
  medians: scorecardMedians,
  products,
  /** Time at which the figures were last computed; null if they never were. */
  computedAt: isoInstant.nullable(),
  wantsMail: z.boolean(),
})
export type Scorecard = z.infer<typeof scorecard>

export const scorecardSearch = z.object({
  name: filterText,
  months: period.default(3),
  customerLocationId: filterLocation,
  gtin: product,
  sort: z.enum(['name', ...SCORECARD_KEYS]).default('orders'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export type ScorecardSearch = z.output<typeof scorecardSearch>

/** Exports the whole search or, with a `partnerId`, a single partner. */
export const scorecardCsvInput = scorecardSearch.extend({ partnerId: id.optional() })

export const scorecardRow = z.object({ partnerId: id, partnerName: z.string(), isActive: z.boolean(), figures: scorecardFigures })
export type ScorecardRow = z.infer<typeof scorecardRow>

export const scorecardPage = z.object({
  items: z.array(scorecardRow),
  medians: scorecardMedians,
  products,
  /** Number of orders whose sender is not a trading partner. */
  unassignedOrders: z.int(),
  computedAt: isoInstant.nullable(),
  wantsMail: z.boolean(),
  /** Always null: all partners are on one page. */
  nextCursor: z.string().nullable(),
})
export type ScorecardPage = z.infer<typeof scorecardPage>

/** Whether the caller wants an email with each month's figures. */
export const scorecardMail = z.object({ wanted: z.boolean() })
