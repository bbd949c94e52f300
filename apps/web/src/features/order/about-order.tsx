import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { loadable } from '../../ui/page/loadable.tsx'
import { LinkButton } from '../../ui/text/text.tsx'
import type { OrderDetail } from './receive/receive-types.ts'

const OrderFacts = loadable(() => import('./order-facts.tsx'))

/** Facts from the order's document, and the document itself. */
export function AboutOrder({ detail, label = 'About this order' }: { detail: OrderDetail; label?: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <LinkButton onClick={() => setOpened(true)}>{label}</LinkButton>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="About this order"
        size={560}
        foot={<Button onClick={() => setOpened(false)}>Close</Button>}
      >
        <OrderFacts detail={detail} />
      </Dialog>
    </>
  )
}
