import { type InferResult, sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/**
 * Makes changes of a customer's people and their access run one after the other, so that each sees the result of the previous one. Inserting rows
 * that only refer to the customer is not blocked.
 */
export async function lockPeople(tx: CustomerTx): Promise<void> {
  await tx.selectFrom('customer').select('id').forNoKeyUpdate().execute()
}

/** All people except those whose invitation was withdrawn, by name. */
export function selectPeople(tx: CustomerTx, userIds?: readonly number[]) {
  const query = tx
    .selectFrom('user')
    .innerJoin('customer', 'customer.id', 'user.customerId')
    .leftJoin('invitation', 'invitation.userId', 'user.id')
    .select([
      'user.id',
      'user.firstName',
      'user.middleName',
      'user.lastName',
      'user.title',
      'user.emailAddress',
      'user.isActive',
      'user.customerId',
      'user.invitedAt',
      'user.invitedById',
      'user.joinedAt',
      'user.deactivatedAt',
      'customer.adminId',
      'invitation.endsAt as invitationEndsAt',
      'invitation.sentAt as invitationSentAt',
      'invitation.mailId as invitationMailId',
    ])
    .where('user.withdrawnAt', 'is', null)
    .orderBy(sql`lower("user".first_name)`)
    .orderBy(sql`lower("user".last_name)`)
    .orderBy('user.id')
  return userIds ? query.where('user.id', 'in', [...userIds]) : query
}
export type PersonRow = InferResult<ReturnType<typeof selectPeople>>[number]

/** The locations of each of these people, or of everybody without `userIds`, in the order of the locations' names. */
export function selectAccess(tx: CustomerTx, userIds?: readonly number[]) {
  const query = tx
    .selectFrom('userLocation')
    .innerJoin('location', 'location.id', 'userLocation.locationId')
    .leftJoin('user as granter', 'granter.id', 'userLocation.grantedById')
    .select([
      'userLocation.userId',
      'userLocation.locationId',
      'userLocation.isAdmin',
      'userLocation.grantedAt',
      'location.name',
      'granter.firstName as granterFirstName',
      'granter.lastName as granterLastName',
    ])
    .orderBy('location.name')
    .orderBy('location.id')
  return userIds ? query.where('userLocation.userId', 'in', [...userIds]) : query
}
export type AccessRow = InferResult<ReturnType<typeof selectAccess>>[number]

/** Queries for {@link toPeople}: everybody, or only these people, with their access. */
export const selectPeopleWithAccess = (tx: CustomerTx, userIds?: readonly number[]) => ({
  people: selectPeople(tx, userIds),
  access: selectAccess(tx, userIds),
})

export function selectLocationNames(tx: CustomerTx) {
  return tx.selectFrom('location').select(['id', 'name']).orderBy('name').orderBy('id')
}

export async function insertAccess(
  tx: CustomerTx,
  values: { userId: number; locationId: number; isAdmin: boolean; grantedAt: Date; grantedById: number },
): Promise<void> {
  await tx.insertInto('userLocation').values(values).execute()
}

export async function updateAccess(tx: CustomerTx, { userId, locationId }: AccessKey, isAdmin: boolean): Promise<void> {
  await tx.updateTable('userLocation').set({ isAdmin }).where('userId', '=', userId).where('locationId', '=', locationId).execute()
}

export async function deleteAccess(tx: CustomerTx, { userId, locationId }: AccessKey): Promise<void> {
  await tx.deleteFrom('userLocation').where('userId', '=', userId).where('locationId', '=', locationId).execute()
}

export interface AccessKey {
  userId: number
  locationId: number
}

export async function updateActive(tx: CustomerTx, userId: number, isActive: boolean, now: Date): Promise<void> {
  await tx
    .updateTable('user')
    .set({ isActive, deactivatedAt: isActive ? null : now })
    .where('id', '=', userId)
    .execute()
}
