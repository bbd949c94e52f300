import { IconAlertOctagon, IconHourglass } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../../ui/format.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { productWords } from './product-name.ts'
import type { ReceiveIndex } from './receive-index.ts'
import type { OrderDetail } from './receive-types.ts'

interface ProductListProps {
  index: ReceiveIndex
  detail: OrderDetail
  /** The product of the last scan. */
  now: number | null
  onReceive: (productId: number) => void
}

/** Products of the order, each with a ring that says what is left of it. */
export function ProductList({ index, detail, now, onReceive }: ProductListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const box = list.current
    const row = now === null ? null : box?.querySelector<HTMLElement>(`[data-product="${now}"]`)
    if (!box || !row) return
    // Only the list moves, never the page.
    if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
    else if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight
  }, [now])
  return (
    <section className="card products" aria-labelledby="receive-products">
      <div className="card-head">
        <h2 id="receive-products">Products</h2>
        <span className="muted">left to receive</span>
      </div>
      <ul ref={list}>
        {detail.products.map(({ product, ...read }) => {
          const { total, received, held, pending } = index.products.get(product.id) ?? read
          const { name, detail: kind, whole } = productWords(product)
          const left = total - received
          const open = left - held
          return (
            <li key={product.id} data-product={product.id} className={product.id === now ? 'is-now' : undefined}>
              <span className="ring-box" data-digits={String(left).length}>
                <Ring done={received} total={total} label={whole} />
              </span>
              <div className="grow">
                <h3>{name}</h3>
                {kind && <p>{kind}</p>}
                {held > pending && (
                  <p className="hold">
                    <Glyph of={IconAlertOctagon} size={16} />
                    {formatCount(held - pending)} on hold
                  </p>
                )}
                {pending > 0 && (
                  <p className="pending">
                    <Glyph of={IconHourglass} size={16} />
                    {formatCount(pending)} data pending
                  </p>
                )}
              </div>
              {open > 0 && !detail.isReadOnly ? (
                <RowMenu
                  label={whole}
                  actions={[{ label: `Receive all ${formatCount(open)} of this product`, onClick: () => onReceive(product.id) }]}
                />
              ) : (
                <span className="row-menu-space" />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
