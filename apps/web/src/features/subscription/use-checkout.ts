import { trpc } from '../../api/trpc.ts'
import { openTab } from './checkout-watch.ts'

interface Checkout {
  checkoutUrl: string | null
}

/**
 * Begins a checkout and leads a new tab to it. One that comes without a session is known to the log and shown to nobody (BILL-024): the tab closes again.
 */
async function checkOut(begin: () => Promise<Checkout>): Promise<boolean> {
  const tab = openTab()
  try {
    const { checkoutUrl } = await begin()
    if (checkoutUrl === null) {
      tab.close()
      return false
    }
    tab.lead(checkoutUrl)
    return true
  } catch {
    tab.close()
    return false // shown by the query client
  }
}

export function useCartCheckout() {
  const create = trpc.subscription.createCart.useMutation()
  return {
    isPending: create.isPending,
    start: (items: readonly { product: string; quantity: number }[]) => checkOut(() => create.mutateAsync({ items: [...items] })),
  }
}

export function useUpgradeCheckout() {
  const create = trpc.subscription.createUpgrade.useMutation()
  return { isPending: create.isPending, start: () => checkOut(() => create.mutateAsync()) }
}
