import { z } from 'zod'
import { id, isoDate, isoInstant } from './common.ts'
import { LINK_DAYS } from './inspection-link.ts'
import { DAY_MS } from './span.ts'

/** Kinds of inspections, by the person who asks. */
export const PACK_PRESETS = {
  fda: { name: 'FDA or state board', about: 'Buying, receiving, holds, recalls, licenses' },
  pbm: { name: 'PBM audit', about: 'By NDC: bought, received, returned, destroyed' },
  own: { name: 'Our own check', about: 'The same pack that a board gets, so you can find gaps first' },
} as const
export type PackPreset = keyof typeof PACK_PRESETS
const packPreset = z.enum(Object.keys(PACK_PRESETS) as [PackPreset, ...PackPreset[]]) // Object.keys() returns string[], and the list is never empty

/** The parts of a pack in their order. Missing numbers belong to parts that are not implemented yet. */
export const PACK_PARTS = {
  index: { number: '00', name: 'Index and list of files' },
  regime: { number: '01', name: 'What applies to us' },
  partners: { number: '02', name: 'Suppliers and licenses' },
  receipts: { number: '03', name: 'Receipts' },
  transactions: { number: '04', name: 'Transaction information, statements' },
  exceptions: { number: '05', name: 'Document exceptions' },
  holds: { number: '06', name: 'Holds and investigations' },
  incidents: { number: '07', name: 'FDA 3911 reports' },
  recalls: { number: '08', name: 'Recalls' },
  tracing: { number: '09', name: 'Tracing requests and drills' },
  outbound: { number: '10', name: 'Shipments to others' },
  sops: { number: '11', name: 'Procedures and training' },
  agreements: { number: '12', name: 'Agreements' },
  retention: { number: '13', name: 'Where records are kept' },
  audit: { number: '14', name: 'Audit trail with proofs' },
  balance: { number: '15', name: 'Balance by NDC' },
  units: { number: '16', name: 'Selected packages' },
} as const
export type PackPart = keyof typeof PACK_PARTS
const packPart = z.enum(Object.keys(PACK_PARTS) as [PackPart, ...PackPart[]]) // Object.keys() returns string[], and the list is never empty

/** Parts that every pack contains. */
export const FIXED_PARTS: readonly PackPart[] = ['index', 'regime', 'audit']

const BOARD_PARTS = (Object.keys(PACK_PARTS) as PackPart[]).filter((part) => part !== 'balance' && part !== 'units') // Object.keys() returns string[]
const PBM_PARTS: readonly PackPart[] = [
  'index',
  'regime',
  'partners',
  'receipts',
  'transactions',
  'recalls',
  'outbound',
  'agreements',
  'audit',
  'balance',
]

/**
 * The parts that a preset offers; a pack contains all of them unless the user unchecks some. Packages picked from the shelf form an additional part.
 */
export function listPackParts(preset: PackPreset, { medIds }: { medIds: readonly number[] }): readonly PackPart[] {
  const parts = preset === 'pbm' ? PBM_PARTS : BOARD_PARTS
  return medIds.length ? [...parts, 'units'] : parts
}

const MOST_DAYS = 7 * 366
export const MOST_PACK_NDCS = 500
export const MOST_PACK_LOTS = 500

/**
 * The scope of a pack. `from` and `to` are days in the caller's time zone and both are included. An empty list of locations, partners, NDCs or lots
 * means all of them.
 */
const asked = {
  preset: packPreset,
  from: isoDate,
  to: isoDate,
  locationIds: z.array(id).max(1000).default([]),
  tradingPartnerIds: z.array(id).max(1000).default([]),
  ndcs: z
    .array(z.string().trim().min(1).max(20))
    .max(MOST_PACK_NDCS, `Enter at most ${MOST_PACK_NDCS} NDCs. Leave the field empty for all.`)
    .default([]),
  lotNumbers: z
    .array(z.string().trim().min(1).max(20))
    .max(MOST_PACK_LOTS, `Enter at most ${MOST_PACK_LOTS} lots. Leave the field empty for all.`)
    .default([]),
  /** Packages picked from the shelf; the pack has two pages for each of them. */
  medIds: z.array(id).max(100).default([]),
}
const isOrdered = ({ from, to }: { from: string; to: string }) => from <= to
const isShort = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY_MS
const ORDER = { path: ['to'], error: 'The end date is before the start date.' }
const SPAN = { path: ['to'], error: 'A pack covers at most seven years.' }

export const packAsk = z.object(asked).refine(isOrdered, ORDER).refine(isShort, SPAN)
export type PackAsk = z.output<typeof packAsk>

const quantity = z.number().min(-1e9).max(1e9)

/** The customer's own figures for one NDC of eleven digits: `opening` as counted at the beginning of the period, `dispensed` during it. */
export const dispensedLine = z.object({ ndc: z.string().regex(/^\d{11}$/), opening: quantity.nullable(), dispensed: quantity.nullable() })
export type DispensedLine = z.infer<typeof dispensedLine>

/** A dispensing report as parsed by the browser. The file itself is not stored; its name and fingerprint stay with the pack. */
export const dispensedReport = z.object({
  filename: z.string().max(200),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  lines: z.int().nonnegative(),
  /** Number of the report's lines whose date is outside the period. */
  outside: z.int().nonnegative(),
  /** Number of the report's lines that could not be counted; `named` lists the first of these lines with the reasons. */
  refused: z.int().nonnegative(),
  named: z.array(z.object({ line: z.int().positive(), ndc: z.string().max(60), why: z.string().max(100) })).max(100),
  /** Eleven-digit NDCs of lines that could not be counted, so the dispensed quantities of these NDCs are incomplete. */
  incomplete: z
    .array(z.string().regex(/^\d{11}$/))
    .max(1000)
    .default([]),
})
export type DispensedReport = z.infer<typeof dispensedReport>

export const MOST_DISPENSED = 20_000
export const ownFigures = z.object({ report: dispensedReport.nullable(), lines: z.array(dispensedLine).max(MOST_DISPENSED) })
export type OwnFigures = z.infer<typeof ownFigures>
export const NO_FIGURES: OwnFigures = { report: null, lines: [] }

export const newPack = z
  .object({
    ...asked,
    askedBy: z.string().trim().min(1, 'Enter who is asking. The name is printed on the first page.').max(200),
    parts: z.array(packPart).min(1).max(20),
    ownFigures: ownFigures.nullable().default(null),
  })
  .refine(isOrdered, ORDER)
  .refine(isShort, SPAN)
export type NewPack = z.output<typeof newPack>

/**
 * One record behind a gap of a pack, such as an order whose statement is missing or was late. `path` leads to the screen where a person can correct
 * the record.
 */
export const packGapItem = z.object({ text: z.string(), path: z.string() })
export const packGap = z.object({
  part: packPart,
  /** The gap in words, such as "2 orders without a transaction statement". */
  text: z.string(),
  amount: z.int().positive(),
  /** The first items of the gap. */
  items: z.array(packGapItem),
})
export type PackGap = z.infer<typeof packGap>

/** Maximum number of a gap's items that are listed individually; the gap's `amount` counts all of them. */
const MOST_GAP_ITEMS = 1000

/** Returns one gap with these rows as its items, or no gap if there are no rows. */
export function gapOf<Row>(
  part: PackPart,
  rows: readonly Row[],
  words: (amount: number) => string,
  item: (row: Row) => PackGap['items'][number],
  /** Total number of rows with this gap; needed if `rows` contains only some of them. */
  amount: number | undefined = rows.length,
): PackGap[] {
  return rows.length ? [{ part, text: words(amount), amount, items: rows.slice(0, MOST_GAP_ITEMS).map(item) }] : []
}

export const packPreview = z.object({
  countedAt: isoInstant,
  /** Total size of the documents, which are copied unchanged and make up most of a pack. */
  bytes: z.number(),
  parts: z.array(z.object({ part: packPart, counted: z.string(), gaps: z.array(packGap) })),
  /** Notes in the pack about parts that contain less than a reader may expect. */
  remarks: z.array(z.string()),
})
export type PackPreview = z.infer<typeof packPreview>

export const packState = z.enum(['queued', 'building', 'ready', 'failed', 'canceled'])
export type PackState = z.infer<typeof packState>

export const pack = z.object({
  id,
  number: z.int(),
  preset: packPreset,
  askedBy: z.string(),
  from: isoDate,
  to: isoDate,
  /** Names of locations; null: all locations. */
  locations: z.array(z.string()).nullable(),
  partners: z.int(),
  ndcs: z.int(),
  lots: z.int(),
  state: packState,
  phase: z.string(),
  done: z.int(),
  total: z.int(),
  isWaiting: z.boolean(),
  gaps: z.int(),
  failure: z.string().nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  madeAt: isoInstant,
  madeBy: z.string(),
  finishedAt: isoInstant.nullable(),
  keptUntil: isoInstant.nullable(),
  isRemoved: z.boolean(),
  downloads: z.int(),
  downloadedAt: isoInstant.nullable(),
  downloadedBy: z.string().nullable(),
})
export type Pack = z.infer<typeof pack>

/** Maximum number of packs that the list shows. If there are more, it shows the newest. */
export const PACKS_LISTED = 100
export const packList = z.object({ packs: z.array(pack), mayMake: z.boolean() })
export type PackList = z.infer<typeof packList>

export const packInput = z.object({ packId: id })

export const newPackLink = z.object({ packId: id, days: z.int().min(1).max(LINK_DAYS) })
export const packLinkRef = z.object({ packId: id, linkId: id })

/** Choices for the form: the locations, the partners, and the columns that were last chosen for a dispensing report. */
export const packChoices = z.object({
  locations: z.array(z.object({ id, name: z.string(), isClosed: z.boolean() })),
  partners: z.array(z.object({ id, name: z.string() })),
  columns: z.object({ ndc: z.string(), quantity: z.string(), day: z.string().nullable() }).nullable(),
  /** Fingerprint of the key that signs packs, in groups of four. */
  fingerprint: z.string(),
})
export type PackChoices = z.infer<typeof packChoices>

export const dispensedColumns = z.object({
  ndc: z.string().min(1).max(200),
  quantity: z.string().min(1).max(200),
  day: z.string().max(200).nullable(),
})
export type DispensedColumns = z.infer<typeof dispensedColumns>

/** The stored file of a pack, for the route that streams it. */
export const packFile = z.object({ filename: z.string(), stored: z.object({ sha256: z.string(), size: z.number() }) })
