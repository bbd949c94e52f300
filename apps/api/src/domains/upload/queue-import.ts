import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'

/**
 * Queues the import of an upload. Each customer has a separate queue, which imports one file after the other, so that fifty files of one customer
 * delay nobody else.
 */
export function queueImport(
  tx: CustomerTx,
  { customerId }: Pick<Session, 'customerId'>,
  payload: { uploadId: number; isSettled?: boolean },
): Promise<void> {
  return enqueue(tx, 'order.import', payload, { key: `import ${customerId} ${payload.uploadId}`, queue: `import ${customerId}` })
}
