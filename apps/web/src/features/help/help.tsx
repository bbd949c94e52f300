import { Button } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
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
  return isWanted && <HelpPanel path={path} />
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
