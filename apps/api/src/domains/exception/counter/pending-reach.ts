import { errorTypeInfo, resolveErrorType } from '@seriatim/epcis'
import type { CustomerTx } from '../../../db/types.ts'
import { countItems } from '../exception.queries.ts'
import type { StoredFinding } from '../exception.rules.ts'
import { countTicketMeds, findItemLines, findTouchedLines, NAMED } from '../ticket/ticket.queries.ts'
import { findTicket, type Ticket } from '../ticket/ticket-read.joins.ts'

/** What a hold covers until a ticket's data is corrected: the lines of the order, as a multirange, and the number of meds on these lines. */
interface Reach {
  lines: string
  meds: number
  /** True if the ticket does not say exactly which packages it is about, so that the scope is the whole order. */
  isWhole: boolean
}

const ALL_LINES = '{[0,2147483647)}'

/**
 * Finds the part of an order that stays on hold until the ticket's data is corrected. Null if the ticket refers to no package of the order, or has
 * only warnings.
 */
export async function affectedUnits(tx: CustomerTx, ticket: Ticket, orderId: number): Promise<Reach | null> {
  const lines = ticket.counterKind === null ? await linesToFix(tx, ticket, orderId) : await linesNamed(tx, ticket, orderId)
  const meds = lines === null ? 0 : await countTicketMeds(tx, orderId, lines)
  return lines === null || meds === 0 ? null : { lines, meds, isWhole: lines === ALL_LINES }
}

/** Loads the ticket by its id and calls `affectedUnits`; null if there is no such ticket. */
export async function readAffectedUnits(tx: CustomerTx, documentExceptionId: number, orderId: number): Promise<Reach | null> {
  const ticket = await findTicket(tx, documentExceptionId)
  return ticket ? affectedUnits(tx, ticket, orderId) : null
}

async function linesToFix(tx: CustomerTx, ticket: Ticket, orderId: number): Promise<string | null> {
  const events = eventsToFix(ticket.findings as StoredFinding[], ticket.truncated as Record<string, number>) // the import wrote it in this shape
  if (events === 'unknown') return ALL_LINES
  // If no line is found for these events, their packages are unknown, so the hold covers all lines of the order.
  return events.length ? ((await findTouchedLines(tx, orderId, events)) ?? ALL_LINES) : null
}

/**
 * Finds the order lines that contain a ticket's packages. A ticket about a shortage stores at most `NAMED` packages. If it has that many, further
 * packages may be missing, so it counts as a ticket about all lines.
 */
async function linesNamed(tx: CustomerTx, ticket: Ticket, orderId: number): Promise<string | null> {
  if (ticket.counterKind === 'shortage' && (await countItems(tx, ticket.id)) >= NAMED) return ALL_LINES
  return findItemLines(tx, ticket.id, orderId)
}

/**
 * Returns the numbers of the events with findings of severity `reject`, which must be fixed. `unknown` if such a finding belongs to no event, or if
 * the import counted more findings than it stored and these may include such findings.
 */
function eventsToFix(findings: readonly StoredFinding[], truncated: Readonly<Record<string, number>>): number[] | 'unknown' {
  const toFix = findings.filter(({ severity }) => severity === 'reject')
  const events = toFix.flatMap(({ event }) => event ?? [])
  if (events.length < toFix.length) return 'unknown'
  const isCounted = Object.entries(truncated).some(([type, more]) => more > 0 && mayReject(type, toFix))
  return isCounted ? 'unknown' : [...new Set(events)]
}

/**
 * Only some findings of a type are stored; the rest are counted. Returns whether the sender may have to fix one of those that were only counted: the
 * type's usual severity is `reject` or unknown, or a stored finding of the type has to be fixed.
 */
function mayReject(name: string, toFix: readonly StoredFinding[]): boolean {
  const type = resolveErrorType(name)
  return type === null || errorTypeInfo(type).severity === 'reject' || toFix.some((finding) => finding.type === name)
}
