import { LOCKS } from '@seriatim/db/advisory-locks'
import type { IncidentForm, IncidentType } from '@seriatim/schema'
import { type Expression, sql } from 'kysely'
import type { DateKey } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'

interface NewThread {
  locationId: number
  determinedAt: Date
  createdAt: Date
  incidentNumber: string | null
  investigationId: number | null
}

export async function insertThread(tx: CustomerTx, values: NewThread): Promise<number> {
  return (await tx.insertInto('incidentThread').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Lets submissions of the same preview run only one at a time. */
export async function lockSubmitting(tx: CustomerTx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${sha256}::text, ${LOCKS.incidentSubmit}::bigint))`.execute(
    tx,
  )
}

export function findReportByPdf(tx: CustomerTx, sha256: string) {
  return tx.selectFrom('incidentReport').select(['id', 'threadId']).where('pdfSha256', '=', sha256).executeTakeFirst()
}

/** Locks an incident number of a location until the transaction ends, so that no other report can take the number. */
export async function lockNumber(tx: CustomerTx, locationId: number, incidentNumber: string): Promise<void> {
  const name = `${locationId}/${incidentNumber}`
  await sql`select pg_advisory_xact_lock(hashtextextended(current_customer_id() || '/' || ${name}::text, ${LOCKS.incidentNumber}::bigint))`.execute(
    tx,
  )
}

export async function findThreadByNumber(tx: CustomerTx, locationId: number, incidentNumber: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('incidentThread')
    .select('id')
    .where('locationId', '=', locationId)
    .where('incidentNumber', '=', incidentNumber)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

interface NewReport {
  threadId: number
  locationId: number
  reportType: IncidentType
  formVersion: string
  form: IncidentForm
  filepath: string
  pdfSha256: string
  pdfSize: number
  createdAt: Date
  createdById: number
}

export async function insertReport(tx: CustomerTx, { form, ...values }: NewReport): Promise<number> {
  const { serialNumber, nameOfProduct: productName, ndc, lotNumber } = form
  const row = await tx
    .insertInto('incidentReport')
    .values({ ...values, form: JSON.stringify(form), serialNumber, productName, ndc, lotNumber })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const withThread = (tx: CustomerTx) =>
  tx
    .selectFrom('incidentReport')
    .innerJoin('incidentThread', 'incidentThread.id', 'incidentReport.threadId')
    .innerJoin('location', 'location.id', 'incidentReport.locationId')
    .leftJoin('user', 'user.id', 'incidentReport.createdById')
    .select([
      'incidentReport.id',
      'incidentReport.threadId',
      'incidentReport.locationId',
      'incidentReport.reportType',
      'incidentReport.serialNumber',
      'incidentReport.productName',
      'incidentReport.ndc',
      'incidentReport.lotNumber',
      'incidentReport.filepath',
      'incidentReport.pdfSha256',
      'incidentReport.createdAt',
      'incidentThread.incidentNumber',
      'incidentThread.determinedAt',
      'incidentThread.terminatedAt',
      'incidentThread.fdaToldAt',
      'incidentThread.partnersToldAt',
      'incidentThread.investigationId',
      'location.name as locationName',
      'user.firstName',
      'user.lastName',
    ])

export interface IncidentFilter {
  serialNumber: string | undefined
  incidentNumber: string | undefined
  ndc: string | undefined
  medName: string | undefined
  locationId: number | null
  limit: number
}

/** Finds reports, newest first; one row more than `limit`. A customer has few reports, so texts match by substring. */
export function searchReports(tx: CustomerTx, filter: IncidentFilter, after: DateKey | undefined) {
  const { serialNumber, incidentNumber, ndc, medName, locationId, limit } = filter
  let query = withThread(tx)
    .orderBy('incidentReport.createdAt', 'desc')
    .orderBy('incidentReport.id', 'desc')
    .limit(limit + 1)
  const contains = (column: string, text: string) => sql<boolean>`position(lower(${text}::text) in lower(${sql.ref(column)})) > 0`
  if (serialNumber) query = query.where(contains('incidentReport.serialNumber', serialNumber))
  if (incidentNumber) query = query.where(contains('incidentThread.incidentNumber', incidentNumber))
  if (ndc) {
    const digits = ndc.replace(/\D/g, '')
    query = query.where(sql<boolean>`position(${digits || ndc}::text in regexp_replace(incident_report.ndc, '\\D', '', 'g')) > 0`)
  }
  if (medName) query = query.where(contains('incidentReport.productName', medName))
  if (locationId) query = query.where('incidentReport.locationId', '=', locationId)
  if (after) query = query.where(sql<boolean>`(incident_report.created_at, incident_report.id) < (${new Date(after[0])}, ${after[1]})`)
  return query.execute()
}
export type ReportRecord = Awaited<ReturnType<typeof searchReports>>[number]

/** The reports sent in a period, newest first. There may be many, so only the columns that the list of reports shows are read. */
export function listReportedIncidents(tx: CustomerTx, { from, to, locationId }: { from: Date; to: Date; locationId: number | null }) {
  let query = tx
    .selectFrom('incidentReport')
    .innerJoin('incidentThread', 'incidentThread.id', 'incidentReport.threadId')
    .innerJoin('location', 'location.id', 'incidentReport.locationId')
    .leftJoin('user', 'user.id', 'incidentReport.createdById')
    .select([
      'incidentReport.id',
      'incidentReport.threadId',
      'incidentReport.reportType',
      'incidentReport.serialNumber',
      'incidentReport.productName',
      'incidentReport.createdAt',
      'incidentThread.incidentNumber',
      'incidentThread.terminatedAt',
      'location.name as locationName',
      'user.firstName',
      'user.lastName',
    ])
    .where('incidentReport.createdAt', '>=', from)
    .where('incidentReport.createdAt', '<', to)
    .orderBy('incidentReport.createdAt', 'desc')
    .orderBy('incidentReport.id', 'desc')
    .limit(100_000)
  if (locationId) query = query.where('incidentReport.locationId', '=', locationId)
  return query.execute()
}

/** A report with its form, which the other queries leave out; undefined if it does not exist. */
export function findReport(tx: CustomerTx, id: number) {
  return withThread(tx)
    .select((eb) => eb.ref('incidentReport.form').$castTo<IncidentForm>().as('form'))
    .where('incidentReport.id', '=', id)
    .executeTakeFirst()
}

export function findReportByPath(tx: CustomerTx, filepath: string) {
  return withThread(tx).where('incidentReport.filepath', '=', filepath).executeTakeFirst()
}

/** Types of the reports of these incidents; the types decide the state of each incident. */
export function selectTypes(tx: CustomerTx, threadIds: readonly number[]) {
  return tx
    .selectFrom('incidentReport')
    .select(['threadId', 'reportType'])
    .where(sql<boolean>`incident_report.thread_id = any(${[...new Set(threadIds)]}::bigint[])`)
}

export async function listTypes(tx: CustomerTx, threadIds: readonly number[]): Promise<Map<number, IncidentType[]>> {
  return collectTypes(await selectTypes(tx, threadIds).execute())
}

/** Groups the reports' types by incident. */
export function collectTypes(rows: readonly { threadId: number; reportType: IncidentType }[]): Map<number, IncidentType[]> {
  const types = new Map<number, IncidentType[]>()
  for (const { threadId, reportType } of rows) types.set(threadId, [...(types.get(threadId) ?? []), reportType])
  return types
}

/** All reports of one incident, newest first. */
export function selectReports(tx: CustomerTx, thread: Thread) {
  return withThread(tx).where('incidentReport.threadId', '=', thread).orderBy('incidentReport.id', 'desc')
}

export function listReports(tx: CustomerTx, threadId: number) {
  return selectReports(tx, threadId).execute()
}

/** The id of an incident, or an expression that yields it. */
export type Thread = number | Expression<number>

/** Subquery that yields the incident of a report. */
export const selectThreadId = (tx: CustomerTx, reportId: number): Expression<number> =>
  tx.selectFrom('incidentReport as own').select('own.threadId').where('own.id', '=', reportId).$asScalar()

/** Number of incidents that are not terminated and that the FDA has not acknowledged with a number. */
export async function countWithoutNumber(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('incidentThread')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('incidentNumber', 'is', null)
    .where('terminatedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.amount
}

const threadById = (tx: CustomerTx, threadId: number) =>
  tx.selectFrom('incidentThread').select(['id', 'locationId', 'incidentNumber', 'terminatedAt']).where('id', '=', threadId)

export function findThread(tx: CustomerTx, threadId: number) {
  return threadById(tx, threadId).executeTakeFirst()
}

export function lockThread(tx: CustomerTx, threadId: number) {
  return threadById(tx, threadId).forUpdate().executeTakeFirst()
}
export type ThreadRecord = NonNullable<Awaited<ReturnType<typeof lockThread>>>

export async function updateThread(
  tx: CustomerTx,
  threadId: number,
  values: { incidentNumber?: string | null; terminatedAt?: Date | null },
): Promise<void> {
  await tx.updateTable('incidentThread').set(values).where('id', '=', threadId).execute()
}

export async function updateReportForm(tx: CustomerTx, id: number, form: IncidentForm): Promise<void> {
  const { serialNumber, nameOfProduct: productName, ndc, lotNumber } = form
  await tx
    .updateTable('incidentReport')
    .set({ form: JSON.stringify(form), serialNumber, productName, ndc, lotNumber })
    .where('id', '=', id)
    .execute()
}

/** Selects the additional recipients of an incident's emails besides its contact (decision 31), and the customer's name. */
export function selectMailSettings(tx: CustomerTx, userId: number) {
  return tx
    .selectFrom('user')
    .innerJoin('customer', 'customer.id', 'user.customerId')
    .select(['user.suspectMedEmailAddress', 'customer.regulatorEmailAddress', 'customer.name as customerName'])
    .where('user.id', '=', userId)
}

export function findMailSettings(tx: CustomerTx, userId: number) {
  return selectMailSettings(tx, userId).executeTakeFirst()
}

/** Senders of the orders that list this package, newest order first, at most 20. These trading partners should be notified first. */
export function listSenders(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('documentMed')
    .innerJoin('epcisDocument', 'epcisDocument.id', 'documentMed.documentId')
    .select(['epcisDocument.senderName as name', 'epcisDocument.senderGln as gln'])
    .where('documentMed.medId', '=', medId)
    .orderBy('epcisDocument.timeStamp', 'desc')
    .limit(20)
    .execute()
}
