import type { CustomerTx } from '../../../db/types.ts'

/** Reads the fields of a document that a med's printed pedigree shows. */
export function findPaperDocument(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('epcisDocument')
    .select(['senderName', 'transactionStatement', 'legalNotice', 'locations'])
    .where('id', '=', documentId)
    .executeTakeFirst()
}

/** Events that report or cancel a shipment, oldest first, without the events that a later event restates. */
export async function listShipments(tx: CustomerTx, documentId: number) {
  const rows = await tx
    .selectFrom('epcisEvent')
    .select(['bizStep', 'eventTime', 'bizTransactions', 'sources', 'destinations'])
    .where('documentId', '=', documentId)
    .where('bizStep', 'in', ['shipping', 'void_shipping'])
    .where('restatedBy', 'is', null)
    .orderBy('eventNumber')
    .execute()
  return rows as (Omit<(typeof rows)[number], Ends> & Record<Ends, Typed>)[] // the import wrote these JSON columns with these types
}
type Ends = 'bizTransactions' | 'sources' | 'destinations'
type Typed = { type: string; value: string }[]

export async function countMailsSince(
  tx: CustomerTx,
  { kind, userId, since }: { kind: string; userId: number; since: Date },
): Promise<number> {
  const row = await tx
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('kind', '=', kind)
    .where('createdById', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Locks the user's row, because otherwise two concurrent emails of one user would both count as the fiftieth. */
export async function lockMailer(tx: CustomerTx, userId: number): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

interface NewEmail {
  mailId: number
  medId: number
  pdfFilename: string
  pdfSha256: string
  pdfSize: number
  attachmentIds: number[]
  evenHeld: boolean
}

export async function insertEmail(tx: CustomerTx, values: NewEmail): Promise<number> {
  return (await tx.insertInto('medEmail').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const withMed = (tx: CustomerTx) =>
  tx.selectFrom('medEmail').innerJoin('med', 'med.id', 'medEmail.medId').selectAll('medEmail').select('med.voidedAt')

/** Finds the email through its med, so a caller without access to the med's location gets "not found". */
export function findEmail(tx: CustomerTx, id: number) {
  return withMed(tx).where('medEmail.id', '=', id).executeTakeFirst()
}

export function findEmailByMail(tx: CustomerTx, mailId: number) {
  return withMed(tx).where('medEmail.mailId', '=', mailId).executeTakeFirstOrThrow()
}

/** The emails about a med, newest first, at most 50. */
export function listEmails(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('medEmail')
    .innerJoin('med', 'med.id', 'medEmail.medId')
    .innerJoin('mail', 'mail.id', 'medEmail.mailId')
    .leftJoin('user', 'user.id', 'mail.createdById')
    .select(['medEmail.id', 'medEmail.pdfFilename', 'medEmail.attachmentIds', 'user.firstName', 'user.lastName'])
    .select(['mail.createdAt', 'mail.toAddresses', 'mail.ccAddresses', 'mail.subject', 'mail.body'])
    .select(['mail.status', 'mail.sentAt', 'mail.attempts', 'mail.lastError'])
    .where('medEmail.medId', '=', medId)
    .orderBy('medEmail.id', 'desc')
    .limit(50)
    .execute()
}

export async function updateEvenHeld(tx: CustomerTx, id: number, evenHeld: boolean): Promise<void> {
  await tx.updateTable('medEmail').set({ evenHeld }).where('id', '=', id).execute()
}

/** Includes files that were deleted after sending, because what was sent stays on record. */
export function listSentFiles(tx: CustomerTx, ids: readonly number[]) {
  if (!ids.length) return Promise.resolve([])
  return tx
    .selectFrom('medAttachment')
    .select(['id', 'filename', 'contentType', 'sha256', 'size'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}
