import { bareWord } from '@seriatim/epcis'
import { companyPrefixLength, type Epc, epcUri, parseEpc } from '@seriatim/gs1'
import type { EventPage, EventQuery, QueriedEvent } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { pageOf, readCursor } from '../../core/page.ts'
import { makeSgtin } from '../../core/text/sgtin.ts'
import type { CustomerTx } from '../../db/types.ts'
import { epcisQueryErrors } from './epcis-query.facts.ts'
import {
  countEvents,
  type EventFilter,
  type EventKey,
  type EventRow,
  type EventUnit,
  listEvents,
  listLines,
  listUnits,
  type NamedLine,
} from './epcis-query.queries.ts'
import { companyPrefixes, inFormat, parseEventId, spellings, toQueriedEvent } from './epcis-query.rules.ts'

/** Maximum number of units in a page of events. A page that would exceed it ends earlier, because one event may have a million units. */
const MOST_UNITS = 50_000
const MOST_UNITS_OF_ONE = 250_000
/** Maximum number of order lines on which all EPCs of one parameter may appear together. */
const MOST_LINES = 500

/**
 * Reads a page of the events that a query in GS1's query language selects from the documents that became orders. Row security limits them to the
 * caller's locations.
 *
 * @throws AppError query_epc_bad, query_too_large, bad_cursor.
 */
export async function queryEvents(tx: CustomerTx, _session: Session, query: EventQuery): Promise<EventPage> {
  const filter = await toFilter(tx, query)
  if (filter.lines.some(({ of }) => of.length === 0)) return { items: [], nextCursor: null }
  await expectCount(tx, filter, query.maxEventCount)
  const after = readCursor(query.cursor, isEventKey)
  const left = after ? after[3] : (query.eventCountLimit ?? null)
  const limit = Math.min(query.limit, left ?? query.limit)
  if (limit <= 0) return { items: [], nextCursor: null }
  const order = { by: query.orderBy, direction: query.orderDirection }
  const rows = await listEvents(tx, filter, { ...order, limit: limit + 1, after })
  const fitting = fittingRows(rows.slice(0, limit))
  const isEnd = left !== null && left <= fitting.length
  const remaining = left === null ? null : left - fitting.length
  const { nextCursor } = pageOf(
    isEnd ? fitting : rows,
    fitting.length,
    ({ at, documentId, eventNumber }): EventKey => [at, documentId, eventNumber, remaining],
  )
  return { items: await readEvents(tx, fitting, query.format), nextCursor }
}

async function expectCount(tx: CustomerTx, filter: EventFilter, most: number | undefined): Promise<void> {
  if (most === undefined || (await countEvents(tx, filter, most + 1)) <= most) return
  throw new AppError(epcisQueryErrors.query_too_large, { detail: `The query matches more events than its maxEventCount of ${most}.` })
}

function isEventKey(key: unknown): key is EventKey {
  if (!Array.isArray(key) || key.length !== 4) return false
  const [at, documentId, eventNumber, left] = key as unknown[] // each is checked below
  const isTime =
    typeof at === 'string' && (/^-?infinity$/.test(at) || /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(at))
  return isTime && Number.isSafeInteger(documentId) && Number.isSafeInteger(eventNumber) && (left === null || Number.isSafeInteger(left))
}

/**
 * Returns the rows from the beginning of the list that together have few enough units for one answer; always at least one row.
 * @throws AppError query_too_large.
 */
function fittingRows(rows: EventRow[]): EventRow[] {
  let units = 0
  const end = rows.findIndex(({ epcs }, index) => {
    units += epcs
    return index > 0 && units > MOST_UNITS
  })
  const [first] = rows
  if (first && first.epcs > MOST_UNITS_OF_ONE) {
    const detail = `An event has ${first.epcs} EPCs, more than a response can contain. Download its document instead.`
    throw new AppError(epcisQueryErrors.query_too_large, { detail })
  }
  return end < 0 ? rows : rows.slice(0, end)
}

async function toFilter(tx: CustomerTx, query: EventQuery): Promise<EventFilter> {
  const words = (values: readonly string[] | undefined) => values?.map(bareWord)
  const places = (values: readonly string[] | undefined) => values?.flatMap(spellings)
  const ids = query.EQ_eventID?.map((eventId) => parseEventId(eventId) ?? eventId)
  const transactions = [
    { type: 'po', values: query.EQ_bizTransaction_po },
    { type: 'desadv', values: query.EQ_bizTransaction_desadv },
    { type: 'inv', values: query.EQ_bizTransaction_inv },
  ]
  return {
    kinds: query.eventType?.map((type) => type.replace('Event', '').toLowerCase()),
    happened: { from: toDate(query.GE_eventTime), to: toDate(query.LT_eventTime) },
    recorded: { from: toDate(query.GE_recordTime), to: toDate(query.LT_recordTime) },
    actions: query.EQ_action,
    bizSteps: words(query.EQ_bizStep),
    dispositions: words(query.EQ_disposition),
    readPoints: places(query.EQ_readPoint),
    bizLocations: places(query.EQ_bizLocation),
    transactions: transactions.flatMap(({ type, values }) => (values ? [{ type, values }] : [])),
    ids: ids && {
      own: ids.flatMap((one) => (typeof one === 'string' ? [] : [one])),
      senders: ids.flatMap((one) => (typeof one === 'string' ? [one] : [])),
    },
    lines: [
      ...(query.MATCH_epc ? [{ as: 'contents' as const, of: await findNamed(tx, query.MATCH_epc) }] : []),
      ...(query.MATCH_parentID ? [{ as: 'parent' as const, of: await findNamed(tx, query.MATCH_parentID) }] : []),
      ...(query.MATCH_anyEPC ? [{ as: 'any' as const, of: await findNamed(tx, query.MATCH_anyEPC) }] : []),
    ],
  }
}

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

/**
 * Finds the document lines of the EPCs that a query parameter lists.
 * @throws AppError query_epc_bad, query_too_large.
 */
async function findNamed(tx: CustomerTx, uris: readonly string[]): Promise<NamedLine[]> {
  const units = uris.map((uri, index) => ({ index, ...toUnit(uri) }))
  const rows = await listLines(tx, units, MOST_LINES + 1)
  if (rows.length > MOST_LINES)
    throw new AppError(epcisQueryErrors.query_too_large, { detail: 'These EPCs appear on too many lines. Query fewer of them.' })
  return rows.map(({ index, ...line }) => ({ ...line, spellings: spellings(uris[index] ?? '') }))
}

function toUnit(uri: string) {
  const epc = parseEpc(uri)
  if (epc.ok && epc.value.kind === 'sgtin') return { gtin: epc.value.gtin, serialNumber: epc.value.serialNumber, sscc: null }
  if (epc.ok && epc.value.kind === 'sscc') return { gtin: null, serialNumber: null, sscc: epc.value.sscc }
  throw new AppError(epcisQueryErrors.query_epc_bad, {
    detail: `${uri.slice(0, 100)} is neither an SGTIN nor an SSCC. Write it as a URN or as a Digital Link.`,
  })
}

async function readEvents(tx: CustomerTx, rows: readonly EventRow[], format: EventQuery['format']): Promise<QueriedEvent[]> {
  if (rows.length === 0) return []
  const units = Map.groupBy(await listUnits(tx, rows), ({ index }) => index)
  return rows.map((row, position) => {
    const named = units.get(position + 1) ?? []
    const parent = row.parent === null ? undefined : parseEpc(row.parent)
    const contents = parent?.ok ? named.filter((unit) => !isSame(unit, parent.value)) : named
    const [first] = contents
    const prefixes = companyPrefixes(row)
    return toQueriedEvent(
      row,
      {
        epcs: contents.map((unit) => inFormat(toUri(unit, prefixes), format)),
        lotNumber: first?.lotNumber ?? null,
        expirationDate: first?.expirationDate ?? null,
      },
      format,
    )
  })
}

function isSame({ gtin, serialNumber, sscc }: EventUnit, epc: Epc): boolean {
  if (epc.kind === 'sgtin') return gtin === epc.gtin && serialNumber === epc.serialNumber
  return epc.kind === 'sscc' && sscc === epc.sscc
}

const USUAL_PREFIX_LENGTH = 7

/** Returns the URI of a unit. @param prefixes company prefixes in the URNs of the unit's event; they tell where to split an SSCC. */
function toUri({ gtin, serialNumber, sscc, sgtin, patternGtin }: EventUnit, prefixes: readonly string[]): string {
  if (sscc !== null) return epcUri({ kind: 'sscc', sscc }, companyPrefixLength(sscc, prefixes) ?? USUAL_PREFIX_LENGTH) ?? sscc
  return makeSgtin(gtin ?? '', serialNumber ?? '', { gtin: patternGtin, sgtin })
}
