import type { CustomerTx } from '../../../db/types.ts'

/** Selects corrected files of a ticket or of its order, newest first, at most 20. */
export function selectCorrections(
  tx: CustomerTx,
  { orderId, documentExceptionId }: { orderId: number | null; documentExceptionId: number },
) {
  return tx
    .selectFrom('documentCorrection')
    .select(['id', 'state', 'filename', 'foundAt', 'rejects', 'decidedAt', 'newDocumentId'])
    .where((eb) =>
      eb.or([eb('documentExceptionId', '=', documentExceptionId), ...(orderId === null ? [] : [eb('oldDocumentId', '=', orderId)])]),
    )
    .where('state', '<>', 'outdated')
    .orderBy('id', 'desc')
    .limit(20)
}

export function listCorrections(tx: CustomerTx, { orderId, documentExceptionId }: { orderId: number | null; documentExceptionId: number }) {
  return selectCorrections(tx, { orderId, documentExceptionId }).execute()
}
