import { z } from 'zod'
import { isoInstant, makePage } from './common.ts'

/** Formats in which EPCs can be returned, named as in GS1's header `GS1-EPC-Format`. Events are stored with URNs. */
export const EVENT_FORMATS = {
  Always_GS1_Digital_Link: 'link',
  Always_EPC_URN: 'urn',
  No_Preference: 'urn',
  Never_Translates: 'urn',
} as const
export type EventFormat = (typeof EVENT_FORMATS)[keyof typeof EVENT_FORMATS]

const few = (most: number) => z.array(z.string().min(1).max(500)).min(1).max(most).optional()

const instant = isoInstant.max(60).optional()

/** The parameters of GS1's query language that trading partners use, with GS1's names. A list means "any of these". */
export const eventQuery = z.object({
  eventType: z
    .array(z.enum(['ObjectEvent', 'AggregationEvent', 'TransactionEvent']))
    .min(1)
    .max(10)
    .optional(),
  GE_eventTime: instant,
  LT_eventTime: instant,
  GE_recordTime: instant,
  LT_recordTime: instant,
  EQ_action: z
    .array(z.enum(['ADD', 'OBSERVE', 'DELETE']))
    .min(1)
    .max(10)
    .optional(),
  EQ_bizStep: few(50),
  EQ_disposition: few(50),
  EQ_readPoint: few(50),
  EQ_bizLocation: few(50),
  EQ_bizTransaction_po: few(20),
  EQ_bizTransaction_desadv: few(20),
  EQ_bizTransaction_inv: few(20),
  EQ_eventID: few(50),
  MATCH_epc: few(50),
  MATCH_parentID: few(50),
  MATCH_anyEPC: few(50),
  orderBy: z.enum(['eventTime', 'recordTime']).default('recordTime'),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
  /** Maximum number of events that are returned, over all pages. */
  eventCountLimit: z.int().positive().optional(),
  /** If more events than this match, the query fails. */
  maxEventCount: z.int().positive().optional(),
  format: z.enum(['link', 'urn']).default('link'),
  limit: z.int().min(1).max(1000).default(30),
  cursor: z.string().max(500).optional(),
})
export type EventQuery = z.output<typeof eventQuery>

const place = z.object({ id: z.string() })
const typed = <N extends string>(name: N) => z.array(z.object({ type: z.string(), [name]: z.string() } as Record<'type' | N, z.ZodString>)) // TypeScript types a computed property name as string

/** An event in the JSON of EPCIS 2.0. Members that the document didn't have are absent. */
export const queriedEvent = z.object({
  type: z.string(),
  eventID: z.string(),
  eventTime: z.string().optional(),
  recordTime: z.string(),
  eventTimeZoneOffset: z.string().optional(),
  parentID: z.string().optional(),
  epcList: z.array(z.string()).optional(),
  childEPCs: z.array(z.string()).optional(),
  action: z.string().optional(),
  bizStep: z.string().optional(),
  disposition: z.string().optional(),
  readPoint: place.optional(),
  bizLocation: place.optional(),
  bizTransactionList: typed('bizTransaction').optional(),
  sourceList: typed('source').optional(),
  destinationList: typed('destination').optional(),
  ilmd: z.record(z.string(), z.string()).optional(),
})
export type QueriedEvent = z.infer<typeof queriedEvent>
export const eventPage = makePage(queriedEvent)
export type EventPage = z.infer<typeof eventPage>
