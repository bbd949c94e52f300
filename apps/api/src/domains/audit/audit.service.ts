import type { AuditCsv, AuditCsvInput, AuditFilter, AuditLine, AuditPerson, AuditSearch, Page } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import { CSV_START, csvOf } from '../../csv.ts'
import { endOfDay, startOfDay } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { type DateKey, isDateKey, readCursor, toPage } from '../../page.ts'
import { type LineRecord, listNames, listPeople, searchLines } from './audit.queries.ts'
import { factsOf, lineOfFact, wordsOfAction } from './audit.rules.ts'

/** The trail, newest first. */
export async function searchTrail(tx: CustomerTx, session: Session, { limit, cursor, ...filter }: AuditSearch): Promise<Page<AuditLine>> {
  const rows = await searchLines(tx, { ...boundsOf(session, filter), limit }, readCursor(cursor, isDateKey))
  const page = toPage(rows, limit, keyOf)
  return { ...page, items: await describeLines(tx, page.items) }
}

/** Whom the filter offers. */
export function readPeople(tx: CustomerTx): Promise<AuditPerson[]> {
  return listPeople(tx)
}

const HEADINGS = ['Number', 'When (UTC)', 'Who', 'E-mail address', 'What', 'Action', 'About', 'Id', 'Details']
const PIECE = 1000

/** One piece of the trail as CSV; the first one has the headings, and is what the trail itself notes. */
export async function exportTrail(tx: CustomerTx, session: Session, { cursor, ...filter }: AuditCsvInput): Promise<AuditCsv> {
  if (!cursor) {
    const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
    await audit(tx, session, { action: 'audit.export', subject: 'audit', subjectId: null, detail: wanted })
  }
  const { items, nextCursor } = await searchTrail(tx, session, { ...filter, cursor, limit: PIECE })
  const rows = items.map(({ id, at, by, what, action, kind, subjectId, subjectName, facts }) => [
    id,
    at,
    by ? `${by.firstName} ${by.lastName}` : 'Seriatim',
    by?.emailAddress ?? null,
    what,
    action,
    subjectName ?? kind,
    subjectId,
    facts.map(lineOfFact).join('\n'),
  ])
  const head = cursor ? '' : CSV_START + csvOf([HEADINGS])
  return { text: head + csvOf(rows), lines: items.length, nextCursor }
}

function boundsOf({ timeZone }: Session, { userId, kind, from, to }: AuditFilter) {
  return { userId, kind, since: from ? startOfDay(from, timeZone) : undefined, until: to ? endOfDay(to, timeZone) : undefined }
}

function keyOf({ at, id }: LineRecord): DateKey {
  return [at.toISOString(), id]
}

async function describeLines(tx: CustomerTx, rows: readonly LineRecord[]): Promise<AuditLine[]> {
  const idsOf = (subject: string) => [...new Set(rows.flatMap((row) => (row.subject === subject && row.subjectId ? [row.subjectId] : [])))]
  const names = await listNames(tx, { users: idsOf('user'), locations: idsOf('location') })
  return rows.map(({ id, at, userId, firstName, lastName, emailAddress, action, subject, subjectId, detail }) => ({
    id,
    at: at.toISOString(),
    by: userId === null ? null : { id: userId, firstName: firstName ?? '', lastName: lastName ?? '', emailAddress: emailAddress ?? '' },
    what: wordsOfAction(action),
    action,
    kind: subject,
    subjectId,
    subjectName: names.get(`${subject} ${subjectId}`) ?? null,
    facts: factsOf(detail as Record<string, unknown>), // what audit() writes
  }))
}
