import {
  type AuditCsv,
  type AuditCsvInput,
  type AuditFilter,
  type AuditKinds,
  type AuditLine,
  type AuditPerson,
  type AuditSearch,
  type Page,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { endOfDay, startOfDay } from '../../core/day.ts'
import type { Catalog } from '../../core/domain-facts.ts'
import { AppError } from '../../core/errors.ts'
import { type DateKey, isDateKey, pageOf, readCursor } from '../../core/page.ts'
import { type Secrets, sameBytes } from '../../core/secrets.ts'
import { CSV_START, makeCsv } from '../../core/text/csv.ts'
import type { CustomerTx } from '../../db/types.ts'
import { auditErrors } from './audit.facts.ts'
import { type AuditLineRecord, findNewestSeal, listPeople, listReceived, listSubjectNames, searchLines } from './audit.queries.ts'
import { actionLabel, detailFacts, entrySentence, factLine, type Goods, locationIdsIn, readableDetail } from './audit.rules.ts'

type TrailWords = Pick<Catalog, 'actions' | 'kinds' | 'sentences'>

/** The trail, newest first. */
export async function searchTrail(
  tx: CustomerTx,
  session: Session,
  words: TrailWords,
  { limit, cursor, ...filter }: AuditSearch,
): Promise<Page<AuditLine>> {
  const rows = await searchLines(tx, { ...findBounds(session, words, filter), limit }, readCursor(cursor, isDateKey))
  const page = pageOf(rows, limit, cursorKey)
  return { ...page, items: await describeLines(tx, words, page.items, true) }
}

/** A person's latest lines, newest first. */
export async function readLatest(
  tx: CustomerTx,
  words: TrailWords,
  { userId, limit }: { userId: number; limit: number },
): Promise<AuditLine[]> {
  const rows = await searchLines(tx, { userId, kind: undefined, since: undefined, until: undefined, limit }, undefined)
  return describeLines(tx, words, rows.slice(0, limit), true)
}

/** The people whom the audit trail's filter offers. */
export function readAuditPeople(tx: CustomerTx): Promise<AuditPerson[]> {
  return listPeople(tx)
}

/** The kinds of subjects of audit lines, with their labels. */
export function readKinds({ kinds }: TrailWords): AuditKinds {
  return Object.entries(kinds)
    .map(([kind, label]) => ({ kind, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

const HEADINGS = ['Number', 'When (UTC)', 'Who', 'Email address', 'What', 'Action', 'About', 'Id', 'Details']
const PIECE = 1000

/**
 * Exports one batch of the trail as CSV. The first batch has the header row, and only it is recorded in the trail; a cursor therefore works only for
 * the search and the person to which it was issued, so that nobody can start in the middle without a record. The last batch ends with the newest
 * seal, so that a copy of the file kept elsewhere proves that seal.
 * @throws AppError bad_cursor.
 */
export async function exportTrail(
  tx: CustomerTx,
  session: Session,
  { secrets, catalog }: { secrets: Secrets; catalog: TrailWords },
  { cursor: proven, ...filter }: AuditCsvInput,
): Promise<AuditCsv> {
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  const proof = (cursor: string) =>
    secrets.mac('audit export', session.customerId, session.userId, JSON.stringify(Object.entries(wanted).sort()), cursor)
  const cursor = proven === undefined ? undefined : makeCursor(proven, proof)
  if (cursor === undefined) await audit(tx, session, { action: 'audit.export', subject: 'audit', subjectId: null, detail: wanted })
  else auditNothing(session)
  const found = await searchLines(tx, { ...findBounds(session, catalog, filter), limit: PIECE }, readCursor(cursor, isDateKey))
  const { items: lines, nextCursor } = pageOf(found, PIECE, cursorKey)
  // The exported file is evidence, so its lines contain every id and hash.
  const items = await describeLines(tx, catalog, lines, false)
  const rows: (string | number | null)[][] = items.map(({ id, at, by, what, action, kind, subjectId, subjectName, facts }) => [
    id,
    at,
    by ? writeFullName(by) : 'Seriatim',
    by?.emailAddress ?? null,
    what,
    action,
    subjectName ?? kind,
    subjectId,
    facts.map(factLine).join('\n'),
  ])
  const newest = nextCursor === null ? await findNewestSeal(tx) : undefined
  if (newest) {
    const hash = `Hash: ${newest.hash.toString('hex')}`
    rows.push([null, newest.sealedAt.toISOString(), 'Seriatim', null, 'Newest seal of the trail', 'audit.seal', 'seal', newest.id, hash])
  }
  const head = cursor === undefined ? CSV_START + makeCsv([HEADINGS]) : ''
  const next = nextCursor === null ? null : `${nextCursor}.${proof(nextCursor).toString('base64url')}`
  return { text: head + makeCsv(rows), lines: items.length, nextCursor: next }
}

function makeCursor(proven: string, proof: (cursor: string) => Buffer): string {
  const [cursor = '', mac = ''] = proven.split('.')
  if (!cursor || !sameBytes(Buffer.from(mac, 'base64url'), proof(cursor))) throw new AppError(coreErrors.bad_cursor)
  return cursor
}

/** @throws AppError audit_kind_unknown. */
function findBounds({ timeZone }: Session, { kinds }: TrailWords, { userId, kind, from, to }: AuditFilter) {
  if (kind !== undefined && !Object.hasOwn(kinds, kind)) throw new AppError(auditErrors.audit_kind_unknown)
  return { userId, kind, since: from ? startOfDay(from, timeZone) : undefined, until: to ? endOfDay(to, timeZone) : undefined }
}

function cursorKey({ at, id }: AuditLineRecord): DateKey {
  return [at.toISOString(), id]
}

async function describeLines(
  tx: CustomerTx,
  { actions, sentences }: TrailWords,
  rows: readonly AuditLineRecord[],
  isForReading: boolean,
): Promise<AuditLine[]> {
  const collectIds = (subject: string) => [
    ...new Set(rows.flatMap((row) => (row.subject === subject && row.subjectId ? [row.subjectId] : []))),
  ]
  const makeDetail = (row: Pick<AuditLineRecord, 'detail'>) => row.detail as Record<string, unknown> // audit() writes objects only
  const places = rows.flatMap((row) => locationIdsIn(makeDetail(row)))
  const names = await listSubjectNames(tx, (kind) => (kind === 'location' ? [...collectIds(kind), ...places] : collectIds(kind)))
  const received = isForReading
    ? await listReceived(
        tx,
        rows.flatMap((row) => findReceiptId(makeDetail(row)) ?? []),
      )
    : new Map<number, Goods>()
  const read = (detail: Record<string, unknown>) => (isForReading ? readableDetail(detail, (key) => names.get(key)) : detail)
  return rows.map(({ id, at, userId, firstName, lastName, emailAddress, action, subject, subjectId, detail }) => ({
    id,
    at: at.toISOString(),
    by: userId === null ? null : { id: userId, firstName: firstName ?? '', lastName: lastName ?? '', emailAddress: emailAddress ?? '' },
    what: actionLabel(actions, action),
    action,
    kind: subject,
    subjectId,
    subjectName: names.get(`${subject} ${subjectId}`) ?? null,
    facts: detailFacts(read(detail as Record<string, unknown>)), // audit() writes only objects
    sentence: entrySentence(
      Object.hasOwn(sentences, action) ? sentences[action] : undefined,
      actionLabel(actions, action),
      { kind: subject, id: subjectId, name: findName(names, subject, subjectId) },
      pickGoods(makeDetail({ detail }), received),
    ),
  }))
}

const findReceiptId = ({ receiptId }: Record<string, unknown>) => (typeof receiptId === 'number' ? receiptId : undefined)

const findName = (names: ReadonlyMap<string, string>, kind: string, id: number | null) =>
  kind === 'investigation' && id !== null ? `investigation ${id}` : (names.get(`${kind} ${id}`) ?? null)

/** Returns the packages that an audit line is about: the packages of its receipt or, if it has no receipt, those listed in `detail`. */
function pickGoods(detail: Record<string, unknown>, received: ReadonlyMap<number, Goods>): Goods {
  const { amount, serialNumber } = detail
  const own = typeof amount === 'number' ? amount : null
  const known = received.get(findReceiptId(detail) ?? 0)
  // If the audit line states a count, that count is used: after a partial undo, it is smaller than the receipt's count.
  if (known) return { ...known, amount: own ?? known.amount }
  return { amount: own, products: [], serialNumber: typeof serialNumber === 'string' ? serialNumber : null, medId: null }
}
