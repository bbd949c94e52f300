import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isOtherTabBusy } from '../offline/busy-tab.ts'
import { Strip } from './strip.tsx'

const CHECK_EVERY_MS = 60 * 60_000

/** Activates the waiting version: makes its service worker take over, then reloads the page. */
type Take = () => void

async function watchForUpdates(onReady: (take: Take) => void): Promise<() => void> {
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox('/sw.js')
  worker.addEventListener('waiting', () => {
    onReady(() => {
      worker.addEventListener('controlling', () => location.reload())
      worker.messageSkipWaiting()
    })
  })
  await worker.register()
  const timer = setInterval(() => void worker.update().catch(() => undefined), CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Caches the app for use offline. Offers the user a new version but never activates it on its own. */
export function NewVersion() {
  const [take, setTake] = useState<{ now: Take }>()
  const [isElsewhere, setElsewhere] = useState(false)
  // The new version replaces the old one in every tab at once, so it has to wait while another tab is busy.
  const takeNow = async () => {
    const isBusy = await isOtherTabBusy()
    setElsewhere(isBusy)
    if (!isBusy) take?.now()
  }
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let stop: (() => void) | undefined
    let isOver = false
    watchForUpdates((now) => setTake({ now })).then(
      (ending) => {
        stop = ending
        if (isOver) ending()
      },
      () => undefined, // a browser that blocks service workers still works online
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [])
  return (
    <div role="status">
      {take && (
        <Strip
          meaning="info"
          icon={IconRefresh}
          action={
            <Button size="compact-xs" onClick={() => void takeNow()}>
              Reload
            </Button>
          }
        >
          A new version of Seriatim is ready.
          {isElsewhere && ' An order is being received in another tab. Close it there, then reload.'}
        </Strip>
      )}
    </div>
  )
}
