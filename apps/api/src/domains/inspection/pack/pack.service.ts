import {
  type BalanceLine,
  type BalanceRow,
  type DispensedColumns,
  FIXED_PARTS,
  listPackParts,
  type NewPack,
  type Ok,
  PACKS_LISTED,
  type Pack,
  type PackAsk,
  type PackChoices,
  type PackGap,
  type PackList,
  type PackPreview,
  writeFullName,
} from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import type { Secrets } from '../../../core/secrets.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { readLogFingerprint } from '../../audit/audit-log.service.ts'
import { readBalance, readBalanceRows } from '../balance/balance.service.ts'
import { inspectionErrors } from '../inspection.facts.ts'
import { hasTrail } from '../parts/audit.part.ts'
import { presetSources } from '../parts/registry.ts'
import { selectOrderFigures } from '../parts/transactions.queries.ts'
import { listAllLocations, listPartners } from '../selection.queries.ts'
import { resolveSelection } from '../selection.service.ts'
import { type Selection, selectionScope } from '../selection.ts'
import {
  countUnfinished,
  findColumns,
  findPack,
  insertPack,
  listPacks,
  markEnded,
  noteDownload,
  type PackRecord,
  type StoredSelection,
  saveColumns,
} from './pack.queries.ts'

const SHOWN_ITEMS = 50
const MOST_AT_ONCE = 5

/** Resolves the request for a pack into a selection, then runs `work` with that selection in a transaction that sees only its locations. */
async function inSelection<T>(
  ctx: Context,
  session: Session,
  ask: PackAsk,
  work: (tx: CustomerTx, selection: Selection) => Promise<T>,
): Promise<T> {
  const selection = await ctx.inTx('read only', (tx) => resolveSelection(tx, session, ask))
  return withCustomer(ctx.db, { ...selectionScope(session, selection), isHurried: true }, 'read only', (tx) => work(tx, selection))
}

/** Preview of a pack's contents and gaps. */
export function previewPack(ctx: Context, session: Session, ask: PackAsk): Promise<PackPreview> {
  return inSelection(ctx, session, ask, async (tx, selection) => {
    const scope = { session, selection, ownFigures: null }
    const parts: PackPreview['parts'] = [{ part: 'index', counted: 'Every file with its SHA-256', gaps: [] }]
    for (const source of presetSources(ask)) {
      const gaps = (await source.gaps(tx, scope)).map(shortenGap)
      parts.push({ part: source.part, counted: await source.count(tx, scope), gaps })
    }
    const [figures] = (await selectOrderFigures(selection).execute(tx)).rows
    return { countedAt: session.now.toISOString(), bytes: Number(figures?.bytes ?? 0), parts, remarks: listRemarks({ session, selection }) }
  })
}

const shortenGap = (gap: PackGap): PackGap => ({ ...gap, items: gap.items.slice(0, SHOWN_ITEMS) })

/** Notes about what the pack leaves out, so that readers do not overestimate it. */
export function listRemarks(scope: { session: Session; selection: Selection }): string[] {
  const { glns, goods } = scope.selection
  const isNarrow = glns !== null || goods !== null
  return [
    ...(hasTrail(scope)
      ? []
      : ['The audit trail is left out: it covers all locations, suppliers, NDCs and lots, and only the customer admin can provide it.']),
    ...(isNarrow
      ? ['Holds, investigations, Forms 3911 and recalls cover the chosen locations; they are not filtered by supplier, NDC or lot.']
      : []),
  ]
}

export const readPackBalance = (ctx: Context, session: Session, ask: PackAsk): Promise<BalanceLine[]> =>
  inSelection(ctx, session, ask, readBalance)

export const readPackBalanceRows = (ctx: Context, session: Session, { ask, ndc }: { ask: PackAsk; ndc: string }): Promise<BalanceRow[]> =>
  inSelection(ctx, session, ask, (tx, selection) => readBalanceRows(tx, selection, ndc))

export async function readPackChoices(tx: CustomerTx, session: Session, secrets: Secrets): Promise<PackChoices> {
  const places = session.permissions.get('pack:make')
  const locations = (await listAllLocations(tx)).filter(({ id }) => places === 'all' || places?.includes(id))
  const columns = await findColumns(tx)
  return {
    locations: locations.map(({ id, name, closedAt }) => ({ id, name, isClosed: closedAt !== null })),
    partners: await listPartners(tx),
    columns: columns ? { ndc: columns.ndcColumn, quantity: columns.quantityColumn, day: columns.dayColumn } : null,
    fingerprint: readLogFingerprint(secrets),
  }
}

export async function rememberColumns(tx: CustomerTx, session: Session, { ndc, quantity, day }: DispensedColumns): Promise<Ok> {
  await saveColumns(tx, { ndcColumn: ndc, quantityColumn: quantity, dayColumn: day, changedAt: session.now, changedById: session.userId })
  await audit(tx, session, { action: 'pack.columns', subject: 'pack', subjectId: null, detail: { ndc, quantity, day } })
  return { ok: true }
}

/** Queues a pack. @throws AppError pack_place_not_found, pack_ndc_invalid, pack_too_many. */
export async function makePack(tx: CustomerTx, session: Session, asked: NewPack): Promise<Pack> {
  const { askedBy, preset, ownFigures } = asked
  const selection = await resolveSelection(tx, session, asked)
  if ((await countUnfinished(tx)) >= MOST_AT_ONCE) throw new AppError(inspectionErrors.pack_too_many)
  const parts = listPackParts(preset, asked).filter((part) => FIXED_PARTS.includes(part) || asked.parts.includes(part))
  const kept: StoredSelection = {
    from: asked.from,
    to: asked.to,
    locationIds: selection.locationIds,
    tradingPartnerIds: asked.tradingPartnerIds,
    ndcs: asked.ndcs,
    lotNumbers: asked.lotNumbers,
    medIds: asked.medIds,
    parts,
    locations: selection.isWhole ? null : selection.locationNames,
  }
  const { id, number } = await insertPack(tx, {
    preset,
    askedBy,
    selection: kept,
    locationIds: selection.locationIds,
    hasTrail: parts.includes('audit') && hasTrail({ session, selection }),
    ownFigures: parts.includes('balance') ? ownFigures : null,
    timeZone: session.timeZone,
    madeAt: session.now,
    madeById: session.userId,
    madeBy: writeFullName(session),
  })
  const detail = { number, preset, askedBy, from: asked.from, to: asked.to, locations: selection.locationIds.length }
  await audit(tx, session, { action: 'pack.make', subject: 'pack', subjectId: id, detail })
  await enqueue(tx, 'pack.build', { packId: id }, { key: `pack ${session.customerId} ${id}` })
  return toPack(await expectPack(tx, session, id, 'pack:make'))
}

/** Packs that the caller may see, newest first. */
export async function readPacks(tx: CustomerTx, session: Session): Promise<PackList> {
  const places = session.permissions.get('pack:read') ?? []
  const withTrail = may(session, 'audit:read', null)
  return {
    packs: (await listPacks(tx, { places, withTrail, limit: PACKS_LISTED })).map(toPack),
    mayMake: session.permissions.has('pack:make'),
  }
}

/** Whether a person has the right at every location of a pack, and may read the audit trail if the pack contains it. */
export const mayAtPack = (session: Session, { locationIds, hasTrail }: PackRecord, right: 'pack:read' | 'pack:make'): boolean =>
  locationIds.every((locationId) => may(session, right, locationId)) && (!hasTrail || may(session, 'audit:read', null))

/**
 * Checks the right at every location of the pack, and the right to read the audit trail if the pack contains it.
 *
 * @throws AppError pack_not_found for a pack that the caller may not see.
 */
export async function expectPack(tx: CustomerTx, session: Session, id: number, right: 'pack:read' | 'pack:make'): Promise<PackRecord> {
  const row = await findPack(tx, id)
  // A caller without the right at every location of the pack gets the same error as for a pack that does not exist.
  if (!row || !mayAtPack(session, row, right)) throw new AppError(inspectionErrors.pack_not_found)
  for (const locationId of row.locationIds) must(session, right, locationId)
  return row
}

/** Stops a pack that is being made. The job notices at its next file. @throws AppError pack_not_found, pack_ended. */
export async function cancelPack(tx: CustomerTx, session: Session, { packId }: { packId: number }): Promise<Ok> {
  const pack = await expectPack(tx, session, packId, 'pack:make')
  const isStopped = await markEnded(tx, packId, { state: 'canceled', failure: null, finishedAt: session.now })
  if (!isStopped) throw new AppError(inspectionErrors.pack_ended)
  await audit(tx, session, { action: 'pack.cancel', subject: 'pack', subjectId: packId, detail: { number: pack.number } })
  return { ok: true }
}

/**
 * Name, hash and size of the pack's stored file, for the route that streams it. Records the download. @throws AppError pack_not_found,
 * pack_not_ready, pack_removed.
 */
export async function downloadPack(tx: CustomerTx, session: Session, { packId }: { packId: number }) {
  const pack = await expectPack(tx, session, packId, 'pack:read')
  const file = toPackFile(pack)
  const by = writeFullName(session)
  await noteDownload(tx, packId, { at: session.now, by })
  await audit(tx, session, {
    action: 'pack.download',
    subject: 'pack',
    subjectId: packId,
    detail: { number: pack.number, sha256: file.stored.sha256 },
  })
  return file
}

/** Name and stored bytes of a finished pack as a download. @throws AppError pack_not_ready, pack_removed. */
export function toPackFile({ number, state, sha256, bytes, removedAt, madeAt }: PackRecord) {
  if (removedAt) throw new AppError(inspectionErrors.pack_removed)
  if (state !== 'ready' || sha256 === null) throw new AppError(inspectionErrors.pack_not_ready)
  const filename = `pack-${String(number).padStart(4, '0')}-${madeAt.toISOString().slice(0, 10)}.zip`
  return { filename, stored: { sha256, size: Number(bytes) } }
}

function toPack(row: PackRecord): Pack {
  const selection = row.selection as unknown as StoredSelection // `makePack` wrote the column in this shape
  const gaps = row.gaps as unknown as PackGap[] // `gaps` is a JSON column that the job writes in this shape
  return {
    id: row.id,
    number: row.number,
    preset: row.preset,
    askedBy: row.askedBy,
    from: selection.from,
    to: selection.to,
    locations: selection.locations,
    partners: selection.tradingPartnerIds.length,
    ndcs: selection.ndcs.length,
    lots: selection.lotNumbers?.length ?? 0,
    state: row.state,
    phase: row.phase,
    done: row.done,
    total: row.total,
    isWaiting: row.waitingSince !== null,
    gaps: gaps.reduce((sum, { amount }) => sum + amount, 0),
    failure: row.failure,
    bytes: row.bytes === null ? null : Number(row.bytes),
    sha256: row.sha256,
    madeAt: row.madeAt.toISOString(),
    madeBy: row.madeBy,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    keptUntil: row.keptUntil?.toISOString() ?? null,
    isRemoved: row.removedAt !== null,
    downloads: row.downloads,
    downloadedAt: row.downloadedAt?.toISOString() ?? null,
    downloadedBy: row.downloadedBy,
  }
}
