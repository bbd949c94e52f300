import type { InvestigatedHold, InvestigationDetail, InvestigationRow, InvestigationSearch, Page } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import { makePersonName } from '../../core/text/person.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printSheet } from '../../print/print-sheet.ts'
import { printStamp } from '../../print/print-stamp.ts'
import { listHoldStates } from '../hold/investigated.service.ts'
import { investigationErrors } from './investigation.facts.ts'
import { recordName, recordSheet } from './investigation.pdf.ts'
import { findInvestigation, type InvestigationRead, listFindings, listInvestigated, searchInvestigations } from './investigation.queries.ts'

type Investigated = Awaited<ReturnType<typeof listInvestigated>>[number]

export async function searchInvestigationPage(
  tx: CustomerTx,
  { limit, cursor, ...filter }: InvestigationSearch,
): Promise<Page<InvestigationRow>> {
  const rows = await searchInvestigations(tx, { ...filter, limit }, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.openedAt.toISOString(), row.id])
  const holds = Map.groupBy(
    await listInvestigated(
      tx,
      items.map((row) => row.id),
    ),
    (hold) => hold.investigationId,
  )
  return { items: items.map((row) => ({ ...toInvestigationRow(row, holds.get(row.id) ?? []), findings: row.findings ?? 0 })), nextCursor }
}

function toInvestigationRow(row: InvestigationRead, holds: readonly Investigated[]) {
  return {
    id: row.id,
    locationName: row.locationName,
    products: [...new Set(holds.map(({ productName, label }) => productName ?? label))],
    packages: holds.reduce((sum, { packages }) => sum + Math.max(packages, 1), 0),
    reason: row.reason,
    openedAt: row.openedAt.toISOString(),
    openedBy: makePersonName({ firstName: row.openerFirstName, lastName: row.openerLastName }),
    outcome: row.outcome,
    endedAt: row.endedAt?.toISOString() ?? null,
    report: { draftId: row.draftId, incidentId: row.incidentId, incidentNumber: row.incidentNumber },
  }
}

/**
 * Reads an investigation with its holds.
 * @throws AppError investigation_not_found
 */
export async function readInvestigationDetail(tx: CustomerTx, session: Session, investigationId: number): Promise<InvestigationDetail> {
  const row = await findInvestigation(tx, investigationId)
  if (!row) throw new AppError(investigationErrors.investigation_not_found)
  must(session, 'incident:read', row.locationId)
  const holds = await listInvestigated(tx, [investigationId])
  const holdIds = holds.map(({ holdId }) => holdId)
  const states = new Map((await listHoldStates(tx, holdIds)).map((state) => [state.id, state]))
  const findings = await listFindings(tx, investigationId)
  const isOpen = row.outcome === null
  return {
    ...toInvestigationRow(row, holds),
    locationId: row.locationId,
    conclusion: row.conclusion,
    endedBy: makePersonName({ firstName: row.enderFirstName, lastName: row.enderLastName }),
    holds: holds.map((hold) => toInvestigatedHold(hold, states.get(hold.holdId))),
    findings: findings.map(({ id, kind, foundOn, words, createdAt, ...person }) => ({
      id,
      kind,
      foundOn,
      words,
      createdAt: createdAt.toISOString(),
      createdBy: makePersonName(person),
    })),
    mayWrite: may(session, 'incident:write', row.locationId),
    mayClear: isOpen && may(session, 'hold:release', row.locationId),
  }
}

function toInvestigatedHold(
  { holdId, label, productName, packages }: Investigated,
  state: Awaited<ReturnType<typeof listHoldStates>>[number] | undefined,
): InvestigatedHold {
  const became = !state ? 'gone' : state.disposedAt ? 'disposed' : state.releasedAt ? 'released' : 'held'
  return { holdId, label, productName, packages, medId: state?.medId ?? null, documentId: state?.documentId ?? null, state: became }
}

/**
 * Prints the record of an investigation, which regulators may request for six years.
 * @throws AppError investigation_not_found, pdf_failed.
 */
export async function printRecord(ctx: Context, session: Session, investigationId: number) {
  const detail = await ctx.inTx('read write', async (tx) => {
    const read = await readInvestigationDetail(tx, session, investigationId)
    await audit(tx, session, { action: 'investigation.print', subject: 'investigation', subjectId: investigationId })
    return read
  })
  const bytes = await printSheet(ctx, session, recordSheet(detail, printStamp(ctx, session)))
  return { filename: recordName(detail), base64: Buffer.from(bytes).toString('base64') }
}
