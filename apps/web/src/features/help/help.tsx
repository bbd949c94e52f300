import { Button } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { loadable } from '../../ui/page/loadable.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconButton } from '../../ui/text/icon-button.tsx'
import { helpOpened, useHelpKeys } from './help-state.ts'

const HelpPanel = loadable(() => import('./help-panel.tsx'))

/** The help panel, loaded when first opened. `path`: the route's pattern. */
export function Help({ path }: { path: string | undefined }) {
  useHelpKeys()
  const opened = helpOpened.use()
  const [isWanted, setWanted] = useState(false)
  if (opened && !isWanted) setWanted(true)
  useReturnFocus(opened)
  return isWanted && <HelpPanel path={path} />
}

/** Menu button on phones; it gets the focus back if the help was opened from that menu. */
export const MENU_BUTTON_ID = 'menu-button'

/**
 * Moves the focus back when the help closes. The drawer cannot do so itself: it records the focused element only when it opens after mounting, but
 * the first time it is mounted already open.
 */
function useReturnFocus(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
    else if (opener.current) {
      // If the opener is gone, or only the body had the focus, the menu button gets the focus.
      const isGone = opener.current === document.body || !opener.current.isConnected
      const target = isGone ? document.getElementById(MENU_BUTTON_ID) : opener.current
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

export function HelpButton() {
  return <IconButton of={IconHelp} label="Help (?)" visibleFrom="sm" isOpen={helpOpened.use()} onClick={() => helpOpened.set(true)} />
}

/** Help entry in the phone menu. `onChoose` is called before the help opens. */
export function HelpMenuButton({ onChoose }: { onChoose: () => void }) {
  const open = () => {
    onChoose()
    helpOpened.set(true)
  }
  return (
    <Button variant="subtle" leftSection={<Glyph of={IconHelp} />} onClick={open}>
      Help
    </Button>
  )
}
