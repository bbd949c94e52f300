import type { EndpointSecret } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'

const endpoints = (tx: CustomerTx) => tx.selectFrom('partnerEndpoint').selectAll()

/** A partner's current endpoint for documents. */
export const findOpenEndpoint = (tx: CustomerTx, tradingPartnerId: number) =>
  endpoints(tx).where('tradingPartnerId', '=', tradingPartnerId).where('removedAt', 'is', null).executeTakeFirst()

/** An endpoint by its id, even if the endpoint was removed. */
export const findEndpoint = (tx: CustomerTx, id: number) => endpoints(tx).where('id', '=', id).executeTakeFirst()
export type EndpointRecord = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>

interface NewEndpointRow {
  tradingPartnerId: number
  kind: 'https' | 'sftp'
  url: string | null
  host: string | null
  port: number | null
  userName: string | null
  folder: string | null
  secretKind: EndpointSecret | 'password' | 'key'
  headerName: string | null
  secret: Buffer
  createdAt: Date
  createdById: number
  createdBy: string
}

export async function insertEndpoint(tx: CustomerTx, row: NewEndpointRow): Promise<number> {
  return (await tx.insertInto('partnerEndpoint').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updateHostKey(tx: CustomerTx, id: number, hostKey: string): Promise<void> {
  await tx.updateTable('partnerEndpoint').set({ hostKey }).where('id', '=', id).execute()
}

/** Marks the endpoint as removed, and deletes its secret. */
export async function markEndpointRemoved(tx: CustomerTx, id: number, by: { removedAt: Date; removedBy: string }): Promise<void> {
  await tx
    .updateTable('partnerEndpoint')
    .set({ ...by, secret: Buffer.alloc(0) })
    .where('id', '=', id)
    .execute()
}
