import { ndcForms } from '@seriatim/gs1'
import type { TracingBasis, TracingItem, TracingOrigin, TracingStart } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { mayAt, mustAt } from '../request.access.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { findIncidentStart, listExceptionStart, listMedStart, listRecallStart, type StartItem } from './start.queries.ts'

const BASES: Record<TracingOrigin['kind'], TracingBasis> = {
  med: 'suspect',
  recall: 'recall',
  incident: 'illegitimate',
  exception: 'suspect',
}
const NAMES: Record<TracingOrigin['kind'], string> = {
  med: 'a package',
  recall: 'a recall',
  incident: 'an incident',
  exception: 'a ticket',
}

/**
 * Returns the items for prefilling a new tracing request about a package, recall, incident or ticket, read from records that the caller may see.
 * @throws AppError tracing_start_not_found if the caller sees no such record, or if the record has nothing that could be looked up.
 */
export async function readTracingStart(tx: CustomerTx, session: Session, { kind, id }: TracingOrigin): Promise<TracingStart> {
  const rows = await listStart(tx, { kind, id })
  const items = rows.flatMap(({ locationId: _, ...row }) => toItem(row))
  if (!items.length) throw new AppError(tracingErrors.tracing_start_not_found)
  const place = rows[0]?.locationId ?? null
  const locationId = place !== null && mayAt(session, 'tracing:write', place) ? place : null
  mustAt(session, 'tracing:write', locationId)
  return { items, basis: BASES[kind], about: NAMES[kind], locationId }
}

async function listStart(tx: CustomerTx, { kind, id }: TracingOrigin): Promise<StartItem[]> {
  if (kind === 'med') return listMedStart(tx, id)
  if (kind === 'exception') return listExceptionStart(tx, id)
  if (kind === 'recall') return listRecallStart(tx, id)
  const incident = await findIncidentStart(tx, id)
  if (!incident) return []
  const serials = (incident.serialNumber ?? '').split(/[\s,;]+/).filter(Boolean)
  return serials.length ? serials.map((serialNumber) => ({ ...incident, serialNumber })) : [incident]
}

/**
 * Converts a record to a request item. Leaves out the NDC if the item has a GTIN or if the NDC cannot be parsed. Returns an empty list if the item
 * then has no GTIN, NDC, serial number or lot.
 */
function toItem({ gtin, ndc, serialNumber, lotNumber, expirationDate }: Omit<StartItem, 'locationId'>): TracingItem[] {
  const known = ndc !== null && gtin === null && ndcForms(ndc)?.ndc10.length ? ndc : null
  if (!gtin && !known && !serialNumber && !lotNumber) return []
  return [{ gtin, ndc: known, serialNumber, lotNumber, expirationDate, from: null, to: null }]
}
