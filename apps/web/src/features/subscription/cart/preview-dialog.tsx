import { Button, Group, Stack, Text } from '@mantine/core'
import { dollars, isRecurring } from '@seriatim/schema'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checks } from '../checks.tsx'
import { type Offer, periodWords, type Shop } from './shop.ts'
import { Stepper } from './stepper.tsx'
import type { Cart } from './use-cart.ts'

interface PreviewProps {
  offer: Offer
  shop: Shop
  cart: Cart
  onClose: () => void
  onUpgrade: () => void
}

/** Dialog that shows what one product includes and lets the user add it to the cart. */
export function PreviewDialog({ offer, shop, cart, onClose, onUpgrade }: PreviewProps) {
  const [quantity, setQuantity] = useState(1)
  const isUpgrade = offer.isEnterprise && shop.basics > 0
  const canAdd = !isUpgrade && !offer.isNeedless
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
      <Stack gap="sm">
        <p>
          <Text span fz="xl" fw={600} c="var(--ink-1)">
            {dollars(offer.priceCents)}
          </Text>{' '}
          {periodWords[offer.period]}, before tax
        </p>
        <Checks lines={offer.includes} />
        <p>
          {!isRecurring(shop.overview.plans, offer.product)
            ? 'Paid once.'
            : `Renews automatically ${offer.period === 'month' ? 'each month' : 'each year'} until you cancel it.`}
        </p>
        {offer.owned > 0 && <p>You have {offer.owned}.</p>}
        {offer.isNeedless && offer.owned === 0 && <p>Your subscription already includes it.</p>}
        {canAdd && (
          <Group gap="md">
            <span>Quantity</span>
            <Stepper label={offer.title} value={quantity} onChange={setQuantity} />
            <Text span ml="auto" fw={600}>
              {dollars(offer.priceCents * quantity)}
            </Text>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
