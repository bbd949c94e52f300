import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before a link or the browser leaves the page, while there is something that would be lost. Returns the question. */
export function useLeaveGuard(isUnsaved: boolean, words: string) {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  const [wanted, setWanted] = useState<string>()
  const [, navigate] = useLocation()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      const href = link?.getAttribute('href')
      if (!latest.current || !isPlain || !href?.startsWith('/') || link?.target) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(href)
    }
    const onClose = (event: BeforeUnloadEvent) => {
      if (latest.current) event.preventDefault()
    }
    document.addEventListener('click', onClick, true)
    window.addEventListener('beforeunload', onClose)
    return () => {
      document.removeEventListener('click', onClick, true)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [])
  return (
    <ConfirmDialog
      opened={wanted !== undefined}
      onClose={() => setWanted(undefined)}
      title="Leave this page?"
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      destructive
      onConfirm={() => {
        if (wanted !== undefined) navigate(wanted)
      }}
    >
      <p>{words}</p>
    </ConfirmDialog>
  )
}
