import { Box, Button } from '@mantine/core'
import { dollars } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Pick, Picks } from '../../../ui/field/pick.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { EmptyLine } from '../../../ui/list/empty-line.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { LinkButton, SubText, VisuallyHidden } from '../../../ui/text/text.tsx'
import { limitWords, type Offer, periodWords, type Shop } from './shop.ts'
import type { Cart } from './use-cart.ts'

const ACTION = <VisuallyHidden>Action</VisuallyHidden>

interface CatalogProps {
  shop: Shop
  cart: Cart
  onPreview: (offer: Offer) => void
  onUpgrade: () => void
}

/** The plans, monthly or yearly, and the add-ons. */
export function Catalog(props: CatalogProps) {
  const { offers } = props.shop
  const [period, setPeriod] = useState<'month' | 'year'>('month')
  const plans = offers.filter((offer) => offer.kind === 'plan' && offer.period === period)
  const addOns = offers.filter((offer) => offer.kind === 'addOn')
  return (
    <>
      <Section title="Plans" aside={<PeriodPick period={period} onPick={setPeriod} />}>
        <Card>
          <PlainTable label="Plans" numbers stacks head={['Plan', 'Locations', 'Users', 'Storage', 'Price', ACTION]}>
            {plans.map((offer) => (
              <OfferRow key={offer.product} offer={offer} {...props}>
                <td data-desk>{offer.locations}</td>
                <td data-desk>{limitWords(offer.users)}</td>
                <td data-label="Storage">{limitWords(offer.storageGb, ' GB')}</td>
              </OfferRow>
            ))}
          </PlainTable>
          {!plans.length && <EmptyLine>No plan is billed by the {period}.</EmptyLine>}
        </Card>
      </Section>
      <Section title="Add-ons">
        <Card>
          <PlainTable label="Add-ons" numbers stacks head={['Add-on', 'Price', ACTION]}>
            {addOns.map((offer) => (
              <OfferRow key={offer.product} offer={offer} {...props} />
            ))}
          </PlainTable>
        </Card>
      </Section>
    </>
  )
}

function PeriodPick({ period, onPick }: { period: 'month' | 'year'; onPick: (period: 'month' | 'year') => void }) {
  const pick = (value: 'month' | 'year', words: string) => (
    <Pick pressed={period === value} onClick={() => onPick(value)}>
      {period === value && <Glyph of={IconCheck} size={14} />}
      {words}
    </Pick>
  )
  return (
    <Picks label="Paid">
      {pick('month', 'Monthly')}
      {pick('year', 'Annual')}
    </Picks>
  )
}

function OfferRow({ offer, children, shop, cart, onPreview, onUpgrade }: CatalogProps & { offer: Offer; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const add = () => {
    cart.add(offer.product, 1)
    // The product's new state replaces the button that was pressed, so the focus moves to the box around that state.
    place.current?.focus()
  }
  return (
    <tr>
      <td>
        <div>
          <b>
            <LinkButton onClick={() => onPreview(offer)}>{offer.title}</LinkButton>
          </b>
          <SubText>
            {offer.owned > 0 && <b>You have {offer.owned}</b>}
            {offer.owned > 0 && writeSummary(offer, shop) && ', '}
            {offer.owned > 0 ? lower(writeSummary(offer, shop)) : writeSummary(offer, shop)}
          </SubText>
        </div>
      </td>
      {children}
      <td data-label="Price">
        <div>
          <b>{dollars(offer.priceCents)}</b>
          <SubText>{periodWords[offer.period]}</SubText>
        </div>
      </td>
      <td>
        <Box ml="auto" tabIndex={-1} ref={place}>
          <Action offer={offer} shop={shop} cart={cart} onUpgrade={onUpgrade} onAdd={add} />
        </Box>
      </td>
    </tr>
  )
}

const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

function writeSummary(offer: Offer, { basics }: Shop): string {
  if (offer.isEnterprise && basics) return `Replaces your ${basics} Basic ${basics === 1 ? 'plan' : 'plans'}`
  return offer.summary || (offer.period === 'month' && offer.annual ? 'Also billed annually' : '')
}

function Action({ offer, shop, cart, onUpgrade, onAdd }: Omit<CatalogProps, 'onPreview'> & { offer: Offer; onAdd: () => void }) {
  if (offer.isNeedless) return <Badge meaning="done">{offer.owned > 0 ? 'Active' : 'Already included'}</Badge>
  if (cart.has(offer.product)) return <Badge meaning="done">In the cart</Badge>
  if (offer.isEnterprise && shop.basics)
    return (
      <Button size="xs" onClick={onUpgrade}>
        Preview upgrade
      </Button>
    )
  const words = offer.owned ? 'Add more' : 'Add to cart'
  return (
    <Button size="xs" aria-label={`${words}: ${offer.title}`} onClick={onAdd}>
      {words}
    </Button>
  )
}
