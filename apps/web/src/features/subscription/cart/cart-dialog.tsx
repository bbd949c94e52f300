import { Box, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { CART_PROBLEM_WORDS, type CartProblem, cartProblems, cartTotals, dollars, isRecurring } from '@seriatim/schema'
import { IconExternalLink } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { CheckoutRefusal } from '../checkout/checkout-refusal.tsx'
import { useCartCheckout } from '../checkout/use-checkout.ts'
import { makeCart, makeTitle, type Offer, periodWords, type Shop } from './shop.ts'
import { Stepper } from './stepper.tsx'
import { Hint, Sum, Sums } from './sums.tsx'
import type { Cart } from './use-cart.ts'

const REMOVE_ONE = 'Remove one of them from the cart.'
const HINTS: Record<CartProblem, string> = {
  enterpriseWithBasic: REMOVE_ONE,
  enterpriseWithUsers: REMOVE_ONE,
  upgrade: REMOVE_ONE,
  usersIncluded: 'Remove them from the cart.',
  recallTwice: 'Keep one in the cart, or none if you already have recall alerts.',
}

interface CartDialogProps {
  shop: Shop
  cart: Cart
  onClose: () => void
  onUpgrade: () => void
}

/** The cart with monthly and one-time items, the reason if something can't be bought, and the link to the provider's checkout. */
export function CartDialog({ shop, cart, onClose, onUpgrade }: CartDialogProps) {
  const checkout = useCartCheckout()
  const { items, gone } = makeCart(shop, cart)
  const problems = cartProblems(shop.overview.plans, items, shop.owned)
  const isUpgrade = (problem: CartProblem) => shop.basics > 0 && problem !== 'usersIncluded' && problem !== 'recallTwice'
  const lines = items.flatMap(({ product, quantity }) => {
    const offer = shop.offers.find((one) => one.product === product)
    return offer ? [{ offer, quantity }] : []
  })
  const start = async (instead = false) => {
    if (!(await checkout.start(items, instead))) return
    cart.clear()
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Cart"
      size={640}
      closeLabel="Close the cart"
      foot={
        <>
          <Hint>Checkout opens in a new tab.</Hint>
          <Button onClick={onClose}>Keep shopping</Button>
          <Button
            variant="filled"
            disabled={!lines.length || problems.length > 0 || checkout.open !== undefined}
            loading={checkout.isPending}
            rightSection={<Glyph of={IconExternalLink} size={16} />}
            onClick={() => void start()}
          >
            Checkout
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <CheckoutRefusal
          failure={checkout.failure}
          open={checkout.open}
          plans={shop.overview.plans}
          isPending={checkout.isPending}
          onContinue={onClose}
          onInstead={() => void start(true)}
        />
        {lines.length ? (
          <DividedList bare label="In the cart">
            {lines.map((line) => (
              <CartLine key={line.offer.product} {...line} shop={shop} cart={cart} />
            ))}
          </DividedList>
        ) : (
          <EmptyState>The cart is empty.</EmptyState>
        )}
        {gone.length > 0 && (
          <p>No longer sold, so not in this checkout: {gone.map(({ product }) => makeTitle(shop, product)).join(', ')}.</p>
        )}
        {lines.length > 0 && <Totals shop={shop} items={items} />}
        {problems.map((problem) => (
          <Note
            key={problem}
            title={CART_PROBLEM_WORDS[problem]}
            action={
              isUpgrade(problem) && (
                <Button size="xs" onClick={onUpgrade}>
                  Preview upgrade
                </Button>
              )
            }
          >
            {isUpgrade(problem)
              ? 'Use the upgrade instead. You get credit for the days of Basic you have paid for but not used.'
              : HINTS[problem]}
          </Note>
        ))}
      </Stack>
    </Dialog>
  )
}

function CartLine({ offer, quantity, shop, cart }: { offer: Offer; quantity: number; shop: Shop; cart: Cart }) {
  return (
    <Group component="li" gap="8px 16px">
      <Box component="span" flex="1 1 200px">
        <b>{offer.title}</b>
        <SubText>
          {dollars(offer.priceCents)} {periodWords[offer.period]}
          {isRecurring(shop.overview.plans, offer.product) && ' each'}
        </SubText>
      </Box>
      <Stepper label={offer.title} value={quantity} onChange={(next) => cart.change(offer.product, next)} />
      <Text span w={84} ta="right" fw={600}>
        {dollars(offer.priceCents * quantity)}
      </Text>
      <CloseButton aria-label={`Remove ${offer.title} from the cart`} onClick={() => cart.remove(offer.product)} />
    </Group>
  )
}

function Totals({ shop, items }: { shop: Shop; items: Cart['items'] }) {
  const totals = cartTotals(shop.overview.plans, items, shop.priceCents)
  if (!totals) return null
  return (
    <Sums label="Price summary">
      {totals.monthCents > 0 && <Sum label="Each month" amount={dollars(totals.monthCents)} />}
      {totals.yearCents > 0 && <Sum label="Each year" amount={dollars(totals.yearCents)} />}
      {totals.onceCents > 0 && <Sum label="Once" amount={dollars(totals.onceCents)} />}
      <Sum label="Today, before tax" amount={dollars(totals.todayCents)} isWhole />
    </Sums>
  )
}
