import type { CustomerTx } from '../../db/types.ts'

/** What the paper of a med takes from the document itself. */
export function findPaperDocument(tx: CustomerTx, documentId: number) {
  return tx
    .selectFrom('epcisDocument')
    .select(['senderName', 'transactionStatement', 'legalNotice', 'locations'])
    .where('id', '=', documentId)
    .executeTakeFirst()
}

/** The events that tell of a shipment, or call one off, oldest first. */
export async function listShipments(tx: CustomerTx, documentId: number) {
  const rows = await tx
    .selectFrom('epcisEvent')
    .select(['bizStep', 'eventTime', 'bizTransactions', 'sources', 'destinations'])
    .where('documentId', '=', documentId)
    .where('bizStep', 'in', ['shipping', 'void_shipping'])
    .orderBy('eventNumber')
    .execute()
  return rows as (Omit<(typeof rows)[number], Ends> & Record<Ends, Typed>)[] // written by the import in this shape
}
type Ends = 'bizTransactions' | 'sources' | 'destinations'
type Typed = { type: string; value: string }[]

export async function countMailsSince(tx: CustomerTx, userId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('medEmail')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('createdById', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Two mails of one user at the same moment would both be the fiftieth. */
export async function lockMailer(tx: CustomerTx, userId: number): Promise<void> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

interface NewMail {
  medId: number
  createdAt: Date
  createdById: number
  toAddresses: string[]
  ccAddresses: string[]
  replyTo: string
  subject: string
  body: string
  pdfFilename: string
  pdfSha256: string
  pdfSize: number
  attachmentIds: number[]
  evenHeld: boolean
}

export async function insertMail(tx: CustomerTx, values: NewMail): Promise<number> {
  const row = await tx
    .insertInto('medEmail')
    .values({ ...values, status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Through its med: a mail of a location that the caller lacks does not exist for him. */
export function findMail(tx: CustomerTx, id: number) {
  return tx
    .selectFrom('medEmail')
    .innerJoin('med', 'med.id', 'medEmail.medId')
    .selectAll('medEmail')
    .select('med.voidedAt')
    .where('medEmail.id', '=', id)
    .executeTakeFirst()
}

/** Newest first. */
export function listMails(tx: CustomerTx, medId: number) {
  return tx
    .selectFrom('medEmail')
    .innerJoin('med', 'med.id', 'medEmail.medId')
    .leftJoin('user', 'user.id', 'medEmail.createdById')
    .selectAll('medEmail')
    .select(['user.firstName', 'user.lastName'])
    .where('medEmail.medId', '=', medId)
    .orderBy('medEmail.id', 'desc')
    .limit(50)
    .execute()
}

/** Also those that were deleted since: what was sent was sent. */
export function listSentFiles(tx: CustomerTx, ids: readonly number[]) {
  if (!ids.length) return Promise.resolve([])
  return tx
    .selectFrom('medAttachment')
    .select(['id', 'filename', 'contentType', 'sha256', 'size'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

/** Back into the queue; false when it was not given up, or somebody else was faster. */
export async function markWaiting(tx: CustomerTx, id: number, { evenHeld }: { evenHeld: boolean }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('medEmail')
    .set({ status: 'waiting', attempts: 0, lastError: null, evenHeld })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'stopped'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateMail(
  tx: CustomerTx,
  id: number,
  values: { status?: 'waiting' | 'sent' | 'failed' | 'stopped'; sentAt?: Date; attempts: number; lastError: string | null },
): Promise<void> {
  await tx.updateTable('medEmail').set(values).where('id', '=', id).execute()
}
