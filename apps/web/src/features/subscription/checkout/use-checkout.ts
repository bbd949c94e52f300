import { useState } from 'react'
import { readErrorFacts, readErrorKey, writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { openTab } from './checkout-watch.ts'

interface Checkout {
  checkoutUrl: string | null
}

/** A checkout for other items that somebody in the organization has started and nobody has paid. */
export interface OpenCheckout {
  items: { product: string; quantity: number }[]
  begunAt: string
  by: string
  checkoutUrl: string
}

/**
 * Starts a checkout and navigates a new tab to it. If the server answers without a checkout URL, the tab closes again and the user sees no error
 * (BILL-024). If another checkout is still open, `open` contains it, so that the page can ask which one to use. `failure` is the message of any other
 * error.
 */
function useBegin<Input>(begin: (input: Input, instead: boolean) => Promise<Checkout>) {
  const [open, setOpen] = useState<OpenCheckout>()
  const [failure, setFailure] = useState<string>()
  const start = async (input: Input, instead = false): Promise<boolean> => {
    const tab = openTab()
    setFailure(undefined)
    try {
      const { checkoutUrl } = await begin(input, instead)
      if (checkoutUrl === null) {
        tab.close()
        return false
      }
      tab.lead(checkoutUrl)
      return true
    } catch (error) {
      tab.close()
      if (readErrorKey(error) === 'checkout_open')
        setOpen(readErrorFacts(error) as unknown as OpenCheckout) // the facts of `checkout_open` have this shape
      else setFailure(writeSentence(error))
      return false
    }
  }
  return { start, open, failure }
}

export function useCartCheckout() {
  const create = trpc.subscription.createCart.useMutation({ meta: { quiet: true } })
  const begun = useBegin((items: readonly { product: string; quantity: number }[], instead) =>
    create.mutateAsync({ items: [...items], ...(instead ? { instead } : {}) }),
  )
  return { isPending: create.isPending, ...begun }
}

export function useUpgradeCheckout() {
  const create = trpc.subscription.createUpgrade.useMutation({ meta: { quiet: true } })
  const begun = useBegin((_: undefined, instead) => create.mutateAsync(instead ? { instead } : undefined))
  return { isPending: create.isPending, ...begun }
}
