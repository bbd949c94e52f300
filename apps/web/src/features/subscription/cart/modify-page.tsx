import { Box, Button, Stack, Text } from '@mantine/core'
import { cartTotals, dollars } from '@seriatim/schema'
import { IconShoppingCart } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Column, Columns } from '../../../ui/layout/columns.tsx'
import { RevealTogether } from '../../../ui/layout/reveal-together.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SkeletonCard } from '../../../ui/layout/skeleton-card.tsx'
import { Failed, Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { CheckoutNote } from '../checkout/checkout-note.tsx'
import { NextCharges } from '../next-charges.tsx'
import { PlanNote } from '../plan-note.tsx'
import css from '../subscription.module.css'
import { yearCents } from '../subscription-words.ts'
import { Usage } from '../usage.tsx'
import { CartDialog } from './cart-dialog.tsx'
import { Catalog } from './catalog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { makeCart, makeShop, type Offer, type Overview } from './shop.ts'
import { Hint, Sum, Sums } from './sums.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'
import { useCart } from './use-cart.ts'

export default function ModifyPage() {
  const overview = trpc.subscription.readOverview.useQuery()
  const isOn = overview.data?.isBillingOn ?? false
  // When the server reports that the provider doesn't answer, the server has already retried enough, so the page does not retry.
  const products = trpc.subscription.readAllProducts.useQuery(undefined, { enabled: isOn, staleTime: 5 * 60_000, retry: false })
  return (
    <Page
      title="Change your subscription"
      crumbs={[{ label: 'Accounts and Subscriptions', href: '/subscription' }]}
      lede="Prices in US dollars, before tax. You pay in a new tab, with our payment provider."
    >
      <RevealTogether waiting={<SkeletonCard />}>
        <CheckoutNote />
        <Loaded query={overview} subject="Your subscriptions" sentence={findServerSentence(overview.error)} waiting={<SkeletonCard />}>
          {(known) =>
            // On a phone, all other content is below the catalog. The page shows a placeholder until the catalog is loaded; otherwise, the content
            // would move down when the catalog appears.
            isOn && !products.data && !products.isError ? (
              <SkeletonCard />
            ) : (
              <Columns className={css.roomy}>
                <Column>
                  <PlanNote overview={known} isShop />
                  {isOn && products.isError && !products.data && (
                    <Failed
                      query={products}
                      subject="The catalog"
                      sentence={findServerSentence(products.error)}
                      meaning="Your plans keep working. You cannot buy anything right now."
                    />
                  )}
                  {products.data && <Shopping overview={known} products={products.data} />}
                </Column>
                <Column>
                  <Usage overview={known} isShop />
                  <NextCharges subscriptions={known.subscriptions} />
                </Column>
              </Columns>
            )
          }
        </Loaded>
      </RevealTogether>
    </Page>
  )
}

type Open = { what: 'cart' | 'upgrade' } | { what: 'preview'; offer: Offer } | undefined

function Shopping({ overview, products }: { overview: Overview; products: Outputs['subscription']['readAllProducts'] }) {
  const shop = makeShop(overview, products)
  const cart = useCart()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const upgrade = () => setOpen({ what: 'upgrade' })
  const { items } = makeCart(shop, cart)
  const totals = cartTotals(overview.plans, items, shop.priceCents)
  return (
    <>
      {/* While a dialog is open, the catalog and the sums behind it are inert, so a click or Tab can't reach their buttons. */}
      <Stack gap="lg" inert={open !== undefined}>
        <Catalog shop={shop} cart={cart} onPreview={(offer) => setOpen({ what: 'preview', offer })} onUpgrade={upgrade} />
        <Section title="Your next 12 months">
          <Card>
            <Box px="md" py="xs">
              <Sums label="What 12 months cost">
                <Sum label="Your current subscriptions" amount={dollars(yearCents(overview.plans, overview.subscriptions))} />
                {totals && items.length > 0 && (
                  <Sum
                    label="With what is in the cart"
                    amount={dollars(yearCents(overview.plans, overview.subscriptions, totals))}
                    isWhole
                  />
                )}
              </Sums>
              <Hint>
                Before tax, at today’s prices. {items.length === 0 && 'Add a product to the cart to see your costs for a year with it.'}
              </Hint>
            </Box>
          </Card>
        </Section>
        {cart.items.length > 0 && (
          <Button
            variant="filled"
            className={css.cartButton ?? ''}
            leftSection={<Glyph of={IconShoppingCart} size={16} />}
            onClick={() => setOpen({ what: 'cart' })}
          >
            Cart,{' '}
            {formatAmount(
              items.reduce((sum, { quantity }) => sum + quantity, 0),
              'item',
            )}
            {totals && (
              <Text span inherit ml="xs">
                {dollars(totals.todayCents)}
              </Text>
            )}
          </Button>
        )}
      </Stack>
      {open?.what === 'preview' && <PreviewDialog offer={open.offer} shop={shop} cart={cart} onClose={close} onUpgrade={upgrade} />}
      {open?.what === 'cart' && <CartDialog shop={shop} cart={cart} onClose={close} onUpgrade={upgrade} />}
      {open?.what === 'upgrade' && <UpgradeDialog hasRecalls={overview.hasRecalls} plans={overview.plans} onClose={close} />}
    </>
  )
}
