import { Button } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { loadable } from '../../ui/page/loadable.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconButton } from '../../ui/text/icon-button.tsx'
import { helpOpened, useHelpKeys } from './help-state.ts'

const HelpPanel = loadable(() => import('./help-panel.tsx'))

/** The help beside the page, loaded when it is first opened. `path`: the route's pattern. */
export function Help({ path }: { path: string | undefined }) {
  useHelpKeys()
  const opened = helpOpened.use()
  const [isWanted, setWanted] = useState(false)
  if (opened && !isWanted) setWanted(true)
  useReturnFocus(opened)
  return isWanted && <HelpPanel path={path} />
}

/** The button of a phone's menu, which takes the focus back when help was chosen in that menu. */
export const MENU_BUTTON_ID = 'menu-button'

/** Returns the focus in the drawer's place, which records no opener when it is mounted already open, as on its first opening. */
function useReturnFocus(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
    else if (opener.current) {
      // The body has the focus when the menu is gone together with its button.
      const isGone = opener.current === document.body || !opener.current.isConnected
      const target = isGone ? document.getElementById(MENU_BUTTON_ID) : opener.current
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

/** In the header. */
export function HelpButton() {
  return <IconButton of={IconHelp} label="Help (?)" visibleFrom="sm" isOpen={helpOpened.use()} onClick={() => helpOpened.set(true)} />
}

/** In the menu of a phone. */
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
