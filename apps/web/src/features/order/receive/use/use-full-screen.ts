import { useEffect, useState } from 'react'

/** Shows the receiving screen (the cockpit) without header and menu, and in full screen where the browser allows it. Escape exits. */
export function useFullScreen(): [full: boolean, setFull: (full: boolean) => void] {
  const [full, setFull] = useState(false)
  useEffect(() => {
    if (!full) return
    const root = document.documentElement
    root.dataset.cockpit = 'full'
    let entered = false
    void root
      .requestFullscreen?.()
      .then(() => {
        entered = true
      })
      .catch(() => undefined)
    const onChange = () => entered && !document.fullscreenElement && setFull(false)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('[role="dialog"], [role="menu"]')) setFull(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
      delete root.dataset.cockpit
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [full])
  return [full, setFull]
}
