import { Button } from '@mantine/core'
import { dollars, isRecurring } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import css from './dialogs.module.css'
import { isHad, type Offer, periodWords, type Shop } from './shop.ts'
import { Stepper } from './stepper.tsx'
import type { Cart } from './use-cart.ts'

interface PreviewProps {
  offer: Offer
  shop: Shop
  cart: Cart
  onClose: () => void
  onUpgrade: () => void
}

/** One product: what it entitles to, and the way into the cart. */
export function PreviewDialog({ offer, shop, cart, onClose, onUpgrade }: PreviewProps) {
  const [quantity, setQuantity] = useState(1)
  const isUpgrade = offer.isEnterprise && shop.basics > 0
  const canAdd = !isUpgrade && !isHad(offer)
  const add = () => {
    cart.add(offer.product, quantity)
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={offer.title}
      closeLabel="Close"
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          {isUpgrade && (
            <Button variant="filled" onClick={onUpgrade}>
              Preview upgrade
            </Button>
          )}
          {canAdd && (
            <Button variant="filled" onClick={add}>
              Add to cart
            </Button>
          )}
        </>
      }
    >
      <p className={css.price}>
        <b>{dollars(offer.priceCents)}</b> {periodWords[offer.period]}, before tax
      </p>
      <ul className={css.checks}>
        {offer.includes.map((one) => (
          <li key={one}>
            <Glyph of={IconCheck} size={16} /> {one}
          </li>
        ))}
      </ul>
      <p className={css.quiet}>
        {!isRecurring(shop.overview.plans, offer.product)
          ? 'Paid once.'
          : `Renews automatically ${offer.period === 'month' ? 'each month' : 'each year'} until you cancel it.`}
      </p>
      {offer.owned > 0 && <p className={css.quiet}>You have {offer.owned}.</p>}
      {canAdd && (
        <div className={css.quantity}>
          <span>Quantity</span>
          <Stepper label={offer.title} value={quantity} onChange={setQuantity} />
          <b>{dollars(offer.priceCents * quantity)}</b>
        </div>
      )}
    </Dialog>
  )
}
