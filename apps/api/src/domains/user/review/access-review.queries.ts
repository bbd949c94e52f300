import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Lists the audit lines about people, their access and the ownership of received goods since an instant, newest first. */
export function listPeopleLines(tx: CustomerTx, after: Date) {
  return tx
    .selectFrom('audit')
    .select(['action', 'subjectId', 'detail'])
    .where('at', '>=', after)
    .where(
      sql<boolean>`(action like 'access.%' or action in ('user.invite', 'user.inviteWithdrawn', 'user.join', 'user.deactivate', 'user.reactivate', 'customer.handOver', 'location.setOwner'))`,
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Lists everybody who was ever a user or was invited, including people whose invitation was withdrawn, sorted by name. */
export function selectEveryUser(tx: CustomerTx) {
  return tx
    .selectFrom('user')
    .select(['id', 'firstName', 'lastName', 'emailAddress', 'isActive', 'joinedAt', 'withdrawnAt', 'createdAt'])
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
}

/** Locations that existed at an instant; without one, the current locations. */
export function selectReviewedLocations(tx: CustomerTx, until: Date | undefined) {
  const query = tx.selectFrom('location').select(['id', 'name', 'ownerLocationId']).orderBy('name').orderBy('id')
  return until ? query.where('createdAt', '<=', until) : query
}

export const selectAdminId = (tx: CustomerTx) => tx.selectFrom('customer').select('adminId')

/** When the customer was created. The yearly reminder counts from this day until the first access review. */
export async function getCustomerStart(tx: CustomerTx): Promise<Date> {
  return (await tx.selectFrom('customer').select('createdAt').executeTakeFirstOrThrow()).createdAt
}

/** @returns false if the reminder was sent already. */
export async function markReviewReminded(tx: CustomerTx, values: { since: Date; years: number; at: Date }): Promise<boolean> {
  const row = await tx
    .insertInto('accessReviewReminder')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst()
  return row !== undefined
}

export function findOpenReview(tx: CustomerTx) {
  return tx
    .selectFrom('accessReview')
    .innerJoin('user', 'user.id', 'accessReview.begunById')
    .select(['accessReview.id', 'accessReview.begunAt', 'user.firstName', 'user.lastName'])
    .where('accessReview.finishedAt', 'is', null)
    .executeTakeFirst()
}

export function findLastReview(tx: CustomerTx) {
  return tx
    .selectFrom('accessReview')
    .innerJoin('user', 'user.id', 'accessReview.finishedById')
    .select(['accessReview.finishedAt', 'user.firstName', 'user.lastName'])
    .where('accessReview.finishedAt', 'is not', null)
    .orderBy('accessReview.finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listReviewLines(tx: CustomerTx, reviewId: number) {
  return tx
    .selectFrom('accessReviewLine')
    .innerJoin('user', 'user.id', 'accessReviewLine.confirmedById')
    .select(['accessReviewLine.userId', 'accessReviewLine.access', 'accessReviewLine.confirmedAt', 'user.firstName', 'user.lastName'])
    .where('reviewId', '=', reviewId)
    .execute()
}

export async function insertReview(tx: CustomerTx, values: { begunAt: Date; begunById: number }): Promise<number> {
  return (await tx.insertInto('accessReview').values(values).returning('id').executeTakeFirstOrThrow()).id
}

interface ReviewLine {
  reviewId: number
  userId: number
  userName: string
  access: string
  confirmedAt: Date
  confirmedById: number
}

export async function saveReviewLine(tx: CustomerTx, values: ReviewLine): Promise<void> {
  const { reviewId: _, userId: __, ...rest } = values
  await tx
    .insertInto('accessReviewLine')
    .values(values)
    .onConflict((conflict) => conflict.columns(['customerId', 'reviewId', 'userId']).doUpdateSet(rest))
    .execute()
}

export async function finishReview(tx: CustomerTx, id: number, finishedAt: Date, finishedById: number): Promise<void> {
  await tx.updateTable('accessReview').set({ finishedAt, finishedById }).where('id', '=', id).execute()
}
