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

/** The drawer remembers no opener when it is mounted already open, which its first opening does: the focus goes back from here. */
function useReturnFocus(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
    else if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
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
