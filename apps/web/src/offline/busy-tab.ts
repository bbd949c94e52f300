import { useEffect } from 'react'

/** Held, by as many tabs as there are, while packages are scanned in them. */
const NAME = 'seriatim-scanning'

let isBusy = false

/** While the calling screen is open, no other tab takes a new version of the product for all of them. */
export function useBusyTab(): void {
  useEffect(() => {
    // Where there are no locks there is no service worker either.
    if (!navigator.locks) return
    isBusy = true
    const giveUp = new AbortController()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    navigator.locks.request(NAME, { mode: 'shared', signal: giveUp.signal }, () => held).catch(() => undefined)
    return () => {
      isBusy = false
      giveUp.abort()
      release()
    }
  }, [])
}

/** Whether packages are scanned in another tab of this browser. */
export async function isOtherTabBusy(): Promise<boolean> {
  if (!navigator.locks) return false
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === NAME).length > (isBusy ? 1 : 0)
}
