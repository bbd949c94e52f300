import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import type { Outputs } from '../../api/trpc.ts'
import { type CachedAnswer, listCachedAnswers } from '../../offline/answer-cache.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { type Line, Lines } from '../../ui/list/lines.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'

type Detail = Outputs['order']['readOneById']

/** Orders opened earlier on this device, which can be received offline. */
export function OfflineOrders() {
  const userId = useSession()?.user?.id ?? 0
  const [kept, setKept] = useState<CachedAnswer[]>([])
  useEffect(() => {
    let isOver = false
    void Promise.all([listCachedAnswers('order.readOneById', userId), listCachedAnswers('order.readScanIndex', userId)]).then(
      ([orders, indexes]) => {
        const whole = new Set(indexes.map((answer) => findDocument(answer)))
        if (!isOver) setKept(orders.filter((answer) => whole.has(findDocument(answer))))
      },
    )
    return () => {
      isOver = true
    }
  }, [userId])
  if (kept.length === 0) return null
  return (
    <Stack mt="md">
      <Section title="Opened on this device">
        <Stack gap="xs">
          <Muted>These orders can be received now. Scans are saved on this device and sent as soon as the server answers.</Muted>
          <Card>
            <Lines lines={kept.map(makeLine)} />
          </Card>
        </Stack>
      </Section>
    </Stack>
  )
}

function makeLine({ key, data, at }: CachedAnswer): Line {
  const { documentId, purchaseOrderNumbers, senderNames } = data as Detail // this cache entry holds an answer of the call that returns a Detail
  const name = purchaseOrderNumbers.join(', ') || 'Order without PO number'
  return {
    key,
    name,
    content: <Link href={`/orders/receive/${documentId}`}>{name}</Link>,
    sub: `${senderNames.join(', ')}, opened ${formatWhen(new Date(at).toISOString())}`,
  }
}

function findDocument({ key }: CachedAnswer): string {
  return key.slice(key.indexOf(' ') + 1)
}
