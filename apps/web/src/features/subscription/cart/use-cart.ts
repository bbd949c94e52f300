import { type CartItem, cartInput } from '@seriatim/schema'
import { makeSessionStore } from '../../../api/session/session-store.ts'

const cart = makeSessionStore<readonly CartItem[]>([], undefined, {
  key: 'seriatim.cart',
  parse: (kept) => cartInput.shape.items.safeParse(kept).data,
})

/** The cart; it survives navigation and a reload, and is cleared with the session. */
export function useCart() {
  const items = cart.use()
  const put = (next: readonly CartItem[]) => cart.set(next)
  return {
    items,
    has: (product: string) => items.some((item) => item.product === product),
    /** Each product has one line; adding it again increases the quantity. */
    add: (product: string, quantity: number) => {
      const known = items.find((item) => item.product === product)
      put(
        known
          ? items.map((item) => (item === known ? { ...item, quantity: item.quantity + quantity } : item))
          : [...items, { product, quantity }],
      )
    },
    change: (product: string, quantity: number) =>
      put(items.map((item) => (item.product === product ? { ...item, quantity: Math.max(1, quantity) } : item))),
    remove: (product: string) => put(items.filter((item) => item.product !== product)),
    clear: () => put([]),
  }
}
export type Cart = ReturnType<typeof useCart>
