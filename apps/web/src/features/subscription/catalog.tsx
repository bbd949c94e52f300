import { Button } from '@mantine/core'
import { dollars } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Section } from '../../ui/section.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import css from './catalog.module.css'
import { isHad, limitWords, type Offer, periodWords, type Shop } from './shop.ts'
import type { Cart } from './use-cart.ts'

interface CatalogProps {
  shop: Shop
  cart: Cart
  onPreview: (offer: Offer) => void
  onUpgrade: () => void
}

/** The plans, by the month or by the year, and what goes beside them. */
export function Catalog(props: CatalogProps) {
  const { offers } = props.shop
  const [period, setPeriod] = useState<'month' | 'year'>('month')
  const plans = offers.filter((offer) => offer.kind === 'plan' && offer.period === period)
  const addOns = offers.filter((offer) => offer.kind === 'addOn')
  return (
    <>
      <Section title="Plans" aside={<PeriodPick period={period} onPick={setPeriod} />}>
        <Card>
          <table className={css.table} aria-label="Plans">
            <thead>
              <tr>
                <th scope="col">Plan</th>
                <th scope="col">Locations</th>
                <th scope="col">Users</th>
                <th scope="col">Storage</th>
                <th scope="col">Price</th>
                <th scope="col">
                  <Unseen>Action</Unseen>
                </th>
              </tr>
            </thead>
            <tbody>
              {plans.map((offer) => (
                <OfferRow key={offer.product} offer={offer} {...props}>
                  <td className={css.few}>{offer.locations}</td>
                  <td className={css.few}>{limitWords(offer.users)}</td>
                  <td className={css.storage}>{limitWords(offer.storageGb, ' GB')}</td>
                </OfferRow>
              ))}
            </tbody>
          </table>
          {!plans.length && <p className={css.none}>No plan is billed by the {period}.</p>}
        </Card>
      </Section>
      <Section title="Add-ons">
        <Card>
          <table className={css.table} aria-label="Add-ons">
            <thead className={css.unseen}>
              <tr>
                <th scope="col">Add-on</th>
                <th scope="col">Price</th>
                <th scope="col">Action</th>
              </tr>
            </thead>
            <tbody>
              {addOns.map((offer) => (
                <OfferRow key={offer.product} offer={offer} {...props} />
              ))}
            </tbody>
          </table>
        </Card>
      </Section>
    </>
  )
}

function PeriodPick({ period, onPick }: { period: 'month' | 'year'; onPick: (period: 'month' | 'year') => void }) {
  const pick = (value: 'month' | 'year', words: string) => (
    <button type="button" className={css.pick} aria-pressed={period === value} onClick={() => onPick(value)}>
      {period === value && <Glyph of={IconCheck} size={14} />}
      {words}
    </button>
  )
  return (
    <fieldset className={css.picks} aria-label="Paid">
      {pick('month', 'Monthly')}
      {pick('year', 'Annual')}
    </fieldset>
  )
}

function OfferRow({ offer, children, shop, cart, onPreview, onUpgrade }: CatalogProps & { offer: Offer; children?: ReactNode }) {
  return (
    <tr>
      <td className={css.name}>
        <button type="button" onClick={() => onPreview(offer)}>
          {offer.title}
        </button>
        <span className={css.sub}>
          {offer.owned > 0 && <b>You have {offer.owned}</b>}
          {offer.owned > 0 && summaryOf(offer, shop) && ', '}
          {offer.owned > 0 ? lower(summaryOf(offer, shop)) : summaryOf(offer, shop)}
        </span>
      </td>
      {children}
      <td className={css.price}>
        <b>{dollars(offer.priceCents)}</b>
        <span className={css.sub}>{periodWords[offer.period]}</span>
      </td>
      <td className={css.action}>
        <Action offer={offer} shop={shop} cart={cart} onUpgrade={onUpgrade} />
      </td>
    </tr>
  )
}

const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

function summaryOf(offer: Offer, { basics }: Shop): string {
  if (offer.isEnterprise && basics) return `Replaces your ${basics} Basic ${basics === 1 ? 'plan' : 'plans'}`
  return offer.summary || (offer.period === 'month' && offer.annual ? 'Also billed annually' : '')
}

function Action({ offer, shop, cart, onUpgrade }: Omit<CatalogProps, 'onPreview'> & { offer: Offer }) {
  if (isHad(offer)) return <Badge meaning="done">Active</Badge>
  if (cart.has(offer.product)) return <Badge meaning="done">In the cart</Badge>
  if (offer.isEnterprise && shop.basics)
    return (
      <Button size="xs" onClick={onUpgrade}>
        Preview upgrade
      </Button>
    )
  const words = offer.owned ? 'Add more' : 'Add to cart'
  return (
    <Button size="xs" aria-label={`${words}: ${offer.title}`} onClick={() => cart.add(offer.product, 1)}>
      {words}
    </Button>
  )
}
