import { formatAmount, type Scorecard } from '@seriatim/schema'

/** The options of the product filter; the chosen product stays among them even if the period has no orders with it. */
export function listProductOptions(products: Scorecard['products'] = [], chosen: string): { value: string; label: string }[] {
  const known = products.map(({ gtin, name, orders }) => ({ value: gtin, label: `${name ?? gtin} (${formatAmount(orders, 'order')})` }))
  const isKnown = chosen === '' || products.some(({ gtin }) => gtin === chosen)
  return [{ value: '', label: 'All products' }, ...known, ...(isKnown ? [] : [{ value: chosen, label: chosen }])]
}
