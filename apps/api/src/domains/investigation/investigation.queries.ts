import type { FindingKind, InvestigationOutcome, InvestigationSearch } from '@seriatim/schema'
import { sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'

interface NewInvestigation {
  locationId: number
  reason: string
  openedAt: Date
  openedById: number
}

export async function insertInvestigation(tx: CustomerTx, values: NewInvestigation): Promise<number> {
  return (await tx.insertInto('investigation').values(values).returning('id').executeTakeFirstOrThrow()).id
}

interface NewHold {
  investigationId: number
  holdId: number
  label: string
  productName: string | null
  packages: number
}

export async function insertInvestigated(tx: CustomerTx, values: readonly NewHold[]): Promise<void> {
  await tx.insertInto('investigationHold').values(values).execute()
}

interface NewEntry {
  investigationId: number
  kind: FindingKind
  foundOn: string
  words: string
  createdAt: Date
  createdById: number
}

export async function insertFinding(tx: CustomerTx, values: NewEntry): Promise<number> {
  return (await tx.insertInto('investigationFinding').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export function lockInvestigation(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('investigation')
    .select(['id', 'locationId', 'reason', 'openedAt', 'outcome', 'conclusion', 'endedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type InvestigationRecord = NonNullable<Awaited<ReturnType<typeof lockInvestigation>>>

interface Ended {
  outcome: InvestigationOutcome
  conclusion: string
  endedAt: Date
  endedById: number
}

/** Ends an investigation, which also frees its holds for another investigation. */
export async function markEnded(tx: CustomerTx, id: number, values: Ended): Promise<void> {
  await tx.updateTable('investigation').set(values).where('id', '=', id).execute()
  await tx.updateTable('investigationHold').set({ isOpen: false }).where('investigationId', '=', id).execute()
}

const investigations = (tx: CustomerTx) =>
  tx
    .selectFrom('investigation')
    .innerJoin('location', 'location.id', 'investigation.locationId')
    .leftJoin('user as opener', 'opener.id', 'investigation.openedById')
    .leftJoin('user as ender', 'ender.id', 'investigation.endedById')
    .leftJoin('incidentThread', 'incidentThread.investigationId', 'investigation.id')
    .selectAll('investigation')
    .select([
      'location.name as locationName',
      'opener.firstName as openerFirstName',
      'opener.lastName as openerLastName',
      'ender.firstName as enderFirstName',
      'ender.lastName as enderLastName',
      'incidentThread.incidentNumber',
    ])
    .select((eb) => [
      eb
        .selectFrom('incidentReport')
        .whereRef('incidentReport.threadId', '=', 'incidentThread.id')
        .select((one) => one.fn.min('incidentReport.id').as('id'))
        .as('incidentId'),
      eb
        .selectFrom('incidentDraft')
        .whereRef('incidentDraft.investigationId', '=', 'investigation.id')
        .select((one) => one.fn.max('incidentDraft.id').as('id'))
        .as('draftId'),
      eb
        .selectFrom('investigationFinding')
        .whereRef('investigationFinding.investigationId', '=', 'investigation.id')
        .select((one) => one.fn.countAll<number>().as('amount'))
        .as('findings'),
    ])

/** Finds investigations, newest first; one more than `limit`. */
export function searchInvestigations(
  tx: CustomerTx,
  { state, customerLocationId, limit }: Pick<InvestigationSearch, 'state' | 'customerLocationId' | 'limit'>,
  after: DateKey | undefined,
) {
  let query = investigations(tx)
    .orderBy('investigation.openedAt', 'desc')
    .orderBy('investigation.id', 'desc')
    .limit(limit + 1)
  if (state === 'open') query = query.where('investigation.outcome', 'is', null)
  if (state === 'ended') query = query.where('investigation.outcome', 'is not', null)
  if (customerLocationId) query = query.where('investigation.locationId', '=', customerLocationId)
  if (after) query = query.where(sql<boolean>`(investigation.opened_at, investigation.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type InvestigationRead = Awaited<ReturnType<typeof searchInvestigations>>[number]

export function findInvestigation(tx: CustomerTx, id: number): Promise<InvestigationRead | undefined> {
  return investigations(tx).where('investigation.id', '=', id).executeTakeFirst()
}

export async function listInvestigated(tx: CustomerTx, ids: readonly number[]) {
  if (!ids.length) return []
  return tx
    .selectFrom('investigationHold')
    .select(['investigationId', 'holdId', 'label', 'productName', 'packages'])
    .where('investigationId', 'in', [...ids])
    .orderBy('holdId')
    .execute()
}

/** Oldest first. */
export function listFindings(tx: CustomerTx, investigationId: number) {
  return tx
    .selectFrom('investigationFinding')
    .leftJoin('user', 'user.id', 'investigationFinding.createdById')
    .select(['investigationFinding.id', 'investigationFinding.words', 'investigationFinding.createdAt', 'user.firstName', 'user.lastName'])
    .select((eb) => eb.ref('investigationFinding.kind').$castTo<FindingKind>().as('kind'))
    .select(sql<string>`to_char(investigation_finding.found_on, 'YYYY-MM-DD')`.as('foundOn'))
    .where('investigationFinding.investigationId', '=', investigationId)
    .orderBy('investigationFinding.foundOn')
    .orderBy('investigationFinding.id')
    .execute()
}
