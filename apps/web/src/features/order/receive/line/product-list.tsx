import { Box, Group, Text, Title } from '@mantine/core'
import { type Icon, IconAlertOctagon, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Ring } from '../../../../ui/feedback/ring.tsx'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'
import { RowMenu } from '../../../../ui/table/row-menu.tsx'
import { formatCount } from '../../../../ui/text/format.ts'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { Muted } from '../../../../ui/text/text.tsx'
import { SideCard, SideCardHead } from '../list/side-card.tsx'
import css from '../panel/cockpit.module.css'
import type { ReceiveIndex } from '../receive-index.ts'
import type { OrderDetail } from '../receive-types.ts'
import { productWords } from './product-name.ts'

interface ProductListProps {
  index: ReceiveIndex
  detail: OrderDetail
  /** Id of the product that was scanned last; the list highlights it and scrolls to it. null if there is none. */
  now: number | null
  onReceive: (productId: number) => void
}

/** Products of the order, each with a ring that shows how much is left. */
export function ProductList({ index, detail, now, onReceive }: ProductListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const box = list.current
    const row = now === null ? null : box?.querySelector<HTMLElement>(`[data-product="${now}"]`)
    if (!box || !row) return
    // Scrolls only the list, never the page.
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
    else if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight
  }, [now])
  return (
    <SideCard area="products" label="Products">
      <SideCardHead>
        <h2>Products</h2>
        <Muted>left to receive</Muted>
      </SideCardHead>
      <Box component="ul" ref={list} className={css.products} pos="relative">
        {detail.products.map(({ product, ...read }) => {
          const { total, received, held, pending } = index.products.get(product.id) ?? read
          const { name, detail: kind, whole } = productWords(product)
          const left = total - received
          const open = left - held
          return (
            <Group
              component="li"
              key={product.id}
              data-product={product.id}
              wrap="nowrap"
              gap={14}
              mih={72}
              pl="md"
              pr="xs"
              py="xs"
              style={product.id === now ? { background: 'var(--action-tint)', ...cssVariable('--track', 'var(--card)') } : undefined}
            >
              <Ring done={received} total={total} label={whole} />
              <Box flex={1} miw={0}>
                <Title order={3} fz="clamp(1rem, 2.4vw, 1.5rem)" lh={1.2} lts="-0.02em" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Title>
                {kind && (
                  <Text fz="clamp(0.875rem, 2vw, 1rem)" lh={1.4} c="var(--ink-2)">
                    {kind}
                  </Text>
                )}
                {held > pending && (
                  <Aside icon={IconAlertOctagon} color="var(--stop-text)">
                    {formatCount(held - pending)} on hold
                  </Aside>
                )}
                {pending > 0 && (
                  <Aside icon={IconHourglass} color="var(--info-text)">
                    {formatCount(pending)} data pending
                  </Aside>
                )}
              </Box>
              {open > 0 && !detail.isReadOnly && (
                <RowMenu
                  label={whole}
                  actions={[{ label: `Receive all ${formatCount(open)} of this product`, onClick: () => onReceive(product.id) }]}
                />
              )}
            </Group>
          )
        })}
      </Box>
    </SideCard>
  )
}

/** Icon and number of a product's packages that are on hold, or on hold only because data is missing. */
function Aside({ icon, color, children }: { icon: Icon; color: string; children: ReactNode }) {
  return (
    <Group gap={4} fw={500} c={color}>
      <Glyph of={icon} size={16} />
      {children}
    </Group>
  )
}
