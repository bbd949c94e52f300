import { useEffect } from 'react'

/** Shared lock held by every tab in which packages are being scanned. */
const NAME = 'seriatim-scanning'

let isBusy = false

/** While a screen that uses this hook is open, no other tab may switch all tabs to a new version. */
export function useBusyTab(): void {
  useEffect(() => {
    // Browsers without the Web Locks API have no service worker either.
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

/** Whether packages are being scanned in another tab of this browser. */
export async function isOtherTabBusy(): Promise<boolean> {
  if (!navigator.locks) return false
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === NAME).length > (isBusy ? 1 : 0)
}
