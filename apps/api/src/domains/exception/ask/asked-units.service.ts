import type { ExceptionUnit } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { listAmounts, listRecorded } from '../counter/recorded.queries.ts'
import { unitsInFile } from '../document/file-units.service.ts'
import { listItems } from '../exception.queries.ts'
import type { TicketFindings } from '../exception.rules.ts'
import { NAMED } from '../ticket/ticket.queries.ts'
import type { Ticket } from '../ticket/ticket-read.joins.ts'
import { listUnitsOfEvents } from './ask.queries.ts'
import type { LetterFacts } from './letter.ts'
import { REPORTED } from './pdg-report.ts'

/** Maximum number of packages in the attached table. */
const LISTED = 100_000

/** Lists the packages that an email is about, with their data in the order. */
export async function askedUnits(
  tx: CustomerTx,
  ticket: Ticket,
  groups: readonly TicketFindings[],
): Promise<Pick<LetterFacts, 'units' | 'hasMoreUnits' | 'amounts'>> {
  const { orderId, reportKind, counterKind } = ticket
  const all = await collectUnits(tx, ticket, groups)
  // The ticket about a shortage lists at most `NAMED` packages, so a list of that length may be incomplete.
  const hasMoreUnits = all.length > LISTED || (counterKind === 'shortage' && all.length >= NAMED)
  const units = all.slice(0, LISTED)
  const compared = reportKind === 'overages' ? units : reportKind === 'data_misalignment' ? units.slice(0, REPORTED) : []
  const recorded = orderId === null ? new Map<number, never>() : await listRecorded(tx, orderId, compared)
  const needsAmounts = reportKind === 'overages' || reportKind === 'underages'
  const gtins = [...new Set(units.flatMap(({ gtin }) => gtin ?? []))]
  return {
    units: units.map((unit, at) => ({ ...unit, recorded: recorded.get(at) })),
    hasMoreUnits,
    amounts: orderId !== null && needsAmounts ? await listAmounts(tx, orderId, gtins) : new Map(),
  }
}

/**
 * Collects what the ticket is about: for a ticket opened at the counter, the scanned units; for a file that became an order, the units of the
 * findings' events; for any other file, all of its units.
 */
async function collectUnits(
  tx: CustomerTx,
  { id, documentId, orderId }: Ticket,
  groups: readonly TicketFindings[],
): Promise<ExceptionUnit[]> {
  if (documentId === null) return listItems(tx, id, LISTED + 1)
  if (orderId === null) return unitsInFile(tx, id, LISTED + 1)
  const events = groups.flatMap((group) => group.events)
  return listUnitsOfEvents(tx, orderId, events, LISTED + 1)
}
