import { type AccessReview, type ReviewPerson, type ReviewState, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { endOfDay, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import { readInOneQuery, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printSheet } from '../../../print/print-sheet.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { lockPeople, selectAccess } from '../people/people.queries.ts'
import { userErrors } from '../user.facts.ts'
import { reviewSheet } from './access-review.pdf.ts'
import {
  findLastReview,
  findOpenReview,
  finishReview,
  insertReview,
  listPeopleLines,
  listReviewLines,
  saveReviewLine,
  selectAdminId,
  selectEveryUser,
  selectReviewedLocations,
} from './access-review.queries.ts'
import { type Moment, revertLine, type Stand } from './access-review.rules.ts'

/**
 * The rights of each person on a day: the current state, with every later change reverted from the audit trail. For days before the trail began, the
 * result is the state before its first change.
 */
export async function readReview(tx: CustomerTx, session: Session, day: string): Promise<AccessReview> {
  const end = endOfDay(day, session.timeZone)
  const isPast = end < session.now
  const until = isPast ? end : session.now
  const { locations, ...found } = await readInOneQuery(tx, {
    everybody: selectEveryUser(tx),
    access: selectAccess(tx),
    locations: selectReviewedLocations(tx, isPast ? until : undefined),
    admins: selectAdminId(tx),
  })
  const everybody = withInstants(found.everybody, 'joinedAt', 'withdrawnAt', 'createdAt')
  const access = Map.groupBy(found.access, (one) => one.userId)
  const owners = locations.flatMap(({ id, ownerLocationId }) => (ownerLocationId === null ? [] : [[id, ownerLocationId] as const]))
  const [admin] = found.admins
  if (!admin) throw new Error('The customer has no row of its own.')
  const moment: Moment = { adminId: admin.adminId, people: new Map(), owners: new Map(owners) }
  for (const { id, isActive, joinedAt, withdrawnAt } of everybody) {
    if (withdrawnAt) continue
    const levels = (access.get(id) ?? []).map((one) => [one.locationId, one.isAdmin ? 'admin' : 'user'] as const)
    const status: Stand['status'] = isActive ? (joinedAt ? 'active' : 'invited') : 'deactivated'
    moment.people.set(id, { id, status, access: new Map(levels) })
  }
  if (isPast)
    for (const line of await listPeopleLines(tx, until)) revertLine(moment, { ...line, detail: line.detail as Record<string, unknown> }) // audit() wrote it in this shape
  const pickName = (id: number | undefined) => locations.find((one) => one.id === id)?.name
  const people = everybody.flatMap((row): ReviewPerson[] => {
    const stand = moment.people.get(row.id)
    // Skips people who were created after the reviewed day.
    if (!stand || (isPast && row.createdAt > until)) return []
    const { firstName, lastName, emailAddress } = row
    const own = locations.flatMap(({ id, name }) => {
      const level = stand.access.get(id)
      return level ? [{ locationId: id, name, level }] : []
    })
    const isCustomerAdmin = row.id === moment.adminId
    const reads = locations.flatMap(({ id, name }) => {
      const ownerId = moment.owners.get(id)
      const owner = pickName(ownerId)
      const isRead = owner !== undefined && !isCustomerAdmin && !stand.access.has(id) && stand.access.has(ownerId ?? 0)
      return isRead ? [{ locationId: id, name, owner }] : []
    })
    return [{ id: row.id, firstName, lastName, emailAddress, status: stand.status, isCustomerAdmin, access: own, reads }]
  })
  return { at: until.toISOString(), locations: locations.map(({ id, name }) => ({ id, name })), people }
}

const STATUS = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } as const
const LEVEL = { admin: 'Admin', user: 'User', none: '' } as const

const readsWords = ({ reads }: ReviewPerson, locationId: number) => {
  const read = reads.find((one) => one.locationId === locationId)
  return read && `Can see goods owned by ${read.owner}`
}

/** One row per person, one column per location. */
function reviewTable({ locations, people }: AccessReview): { columns: string[]; rows: string[][] } {
  return {
    columns: ['User', 'Email address', 'State', 'Role', ...locations.map(({ name }) => name)],
    rows: people.map((person) => [
      writeFullName(person),
      person.emailAddress,
      STATUS[person.status],
      person.isCustomerAdmin ? 'Customer admin' : person.access.some(({ level }) => level === 'admin') ? 'Location admin' : 'User',
      ...locations.map(({ id }) =>
        person.isCustomerAdmin
          ? 'All'
          : (readsWords(person, id) ?? LEVEL[person.access.find(({ locationId }) => locationId === id)?.level ?? 'none']),
      ),
    ]),
  }
}

export async function writeReviewCsv(tx: CustomerTx, session: Session, day: string) {
  const { columns, rows } = reviewTable(await readReview(tx, session, day))
  await audit(tx, session, { action: 'accessReview.csv', subject: 'user', subjectId: null, detail: { day } })
  return { filename: `access-${day}.csv`, text: CSV_START + makeCsv([columns, ...rows]) }
}

/** Prints the access review of a day as a PDF. @throws AppError pdf_failed */
export async function printReview(ctx: Context, session: Session, day: string) {
  const review = await ctx.inTx('read write', async (tx) => {
    const read = await readReview(tx, session, day)
    await audit(tx, session, { action: 'accessReview.pdf', subject: 'user', subjectId: null, detail: { day } })
    return read
  })
  const bytes = await printSheet(ctx, session, reviewSheet(reviewTable(review), day, printStamp(ctx, session)))
  return { filename: `access-${day}.pdf`, base64: Buffer.from(bytes).toString('base64') }
}

/**
 * Picks the facts about a person that the reviewer confirms. They are stored and compared later, because a person whose facts have changed must be
 * confirmed again.
 */
function printPerson({ isCustomerAdmin, status, access, reads }: ReviewPerson) {
  const own = access.map(({ locationId, name, level }) => ({ locationId, name, level }))
  return { isCustomerAdmin, status, access: own, ...(reads.length ? { reads } : {}) }
}

const isSame = (kept: unknown, now: ReturnType<typeof printPerson>) => JSON.stringify(sorted(kept)) === JSON.stringify(sorted(now))

/** Sorts the keys of objects at every depth, because jsonb does not keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

/** The people to review this year, in their current state. */
async function readReviewPeople(tx: CustomerTx, session: Session): Promise<ReviewPerson[]> {
  const { people } = await readReview(tx, session, toDay(session.now, session.timeZone))
  return people.filter(({ status }) => status !== 'deactivated')
}

export async function readReviewState(tx: CustomerTx, session: Session): Promise<ReviewState> {
  const last = await findLastReview(tx)
  const open = await findOpenReview(tx)
  return {
    last: last?.finishedAt
      ? { finishedAt: last.finishedAt.toISOString(), by: { firstName: last.firstName, lastName: last.lastName } }
      : null,
    open: open
      ? {
          begunAt: open.begunAt.toISOString(),
          begunBy: { firstName: open.firstName, lastName: open.lastName },
          lines: await collectLines(tx, session, open.id),
        }
      : null,
  }
}

async function collectLines(tx: CustomerTx, session: Session, reviewId: number) {
  const kept = new Map((await listReviewLines(tx, reviewId)).map((line) => [line.userId, line]))
  return (await readReviewPeople(tx, session)).map((person) => {
    const line = kept.get(person.id)
    const isGood = line !== undefined && isSame(line.access, printPerson(person))
    return {
      userId: person.id,
      confirmedAt: isGood ? line.confirmedAt.toISOString() : null,
      confirmedBy: isGood ? { firstName: line.firstName, lastName: line.lastName } : null,
      isChangedSince: line !== undefined && !isGood,
    }
  })
}

/** @throws AppError review_open. */
export async function beginReview(tx: CustomerTx, session: Session): Promise<void> {
  await lockPeople(tx)
  if (await findOpenReview(tx)) throw new AppError(userErrors.review_open)
  await insertReview(tx, { begunAt: session.now, begunById: session.userId })
  await audit(tx, session, { action: 'accessReview.begin', subject: 'customer', subjectId: session.customerId })
}

/**
 * Confirms one person's access in the open review. `seen` identifies the access that the page showed; if the access has changed since, it is not
 * confirmed.
 * @throws AppError review_none, user_not_found, access_changed.
 */
export async function confirmLine(tx: CustomerTx, session: Session, { userId, seen }: { userId: number; seen: string }): Promise<void> {
  await lockPeople(tx)
  const open = await findOpenReview(tx)
  if (!open) throw new AppError(userErrors.review_none)
  const person = (await readReviewPeople(tx, session)).find(({ id }) => id === userId)
  if (!person) throw new AppError(userErrors.user_not_found)
  if (readSeen(person) !== seen) throw new AppError(userErrors.access_changed)
  await saveReviewLine(tx, {
    reviewId: open.id,
    userId,
    userName: writeFullName(person),
    access: JSON.stringify(printPerson(person)),
    confirmedAt: session.now,
    confirmedById: session.userId,
  })
  const reads = person.reads.map(({ name, owner }) => `${name}: can view goods owned by ${owner}`)
  const access = person.isCustomerAdmin ? 'all' : [...person.access.map(({ name, level }) => `${name}: ${level}`), ...reads]
  await audit(tx, session, { action: 'accessReview.confirm', subject: 'user', subjectId: userId, detail: { access } })
}

/** A person's access as the page sends it back, to detect changes: `1:admin 2:user 3:reads` (location id and level). */
function readSeen({ access, reads }: Pick<ReviewPerson, 'access' | 'reads'>): string {
  return [...access.map(({ locationId, level }) => `${locationId}:${level}`), ...reads.map(({ locationId }) => `${locationId}:reads`)].join(
    ' ',
  )
}

/** Finishes the open access review. @throws AppError review_none if there is none, review_lines_left if a line is not confirmed. */
export async function endReview(tx: CustomerTx, session: Session): Promise<void> {
  await lockPeople(tx)
  const open = await findOpenReview(tx)
  if (!open) throw new AppError(userErrors.review_none)
  const lines = await collectLines(tx, session, open.id)
  if (lines.some(({ confirmedAt }) => confirmedAt === null)) throw new AppError(userErrors.review_lines_left)
  await finishReview(tx, open.id, session.now, session.userId)
  const detail = { confirmed: lines.length }
  await audit(tx, session, { action: 'accessReview.finish', subject: 'customer', subjectId: session.customerId, detail })
}
