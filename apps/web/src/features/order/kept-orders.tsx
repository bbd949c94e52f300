import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session.ts'
import type { Outputs } from '../../api/trpc.ts'
import { type KeptAnswer, listAnswers } from '../../offline/kept-answers.ts'
import { formatWhen } from '../../ui/format.ts'
import { Muted } from '../../ui/text.tsx'
import styles from './kept-orders.module.css'

type Detail = Outputs['order']['readOneById']

/** Without network: the orders that were opened on this device, which can be received all the same. */
export function KeptOrders() {
  const userId = useSession()?.user?.id ?? 0
  const [kept, setKept] = useState<KeptAnswer[]>([])
  useEffect(() => {
    let isOver = false
    void Promise.all([listAnswers('order.readOneById', userId), listAnswers('order.readScanIndex', userId)]).then(([orders, indexes]) => {
      const whole = new Set(indexes.map((answer) => documentOf(answer)))
      if (!isOver) setKept(orders.filter((answer) => whole.has(documentOf(answer))))
    })
    return () => {
      isOver = true
    }
  }, [userId])
  if (kept.length === 0) return null
  return (
    <section className={styles.kept} aria-labelledby="kept-orders">
      <h2 id="kept-orders">Opened on this device</h2>
      <Muted>These orders can be received without network. Scans wait here and are saved when it is back.</Muted>
      <ul>
        {kept.map(({ key, data, at }) => {
          const { documentId, purchaseOrderNumbers, senderNames } = data as Detail // what this call answers
          return (
            <li key={key}>
              <Link href={`/orders/receive/${documentId}`}>{purchaseOrderNumbers.join(', ') || 'Order without PO number'}</Link>
              <Muted>
                {senderNames.join(', ')}, opened {formatWhen(new Date(at).toISOString())}
              </Muted>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function documentOf({ key }: KeptAnswer): string {
  return key.slice(key.indexOf(' ') + 1)
}
