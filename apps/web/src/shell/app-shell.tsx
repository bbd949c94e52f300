import { Button, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../api/session.ts'
import { useOutboxFor } from '../features/scan/receive-outbox.ts'
import { useNetwork } from '../offline/network.ts'
import { Away } from '../ui/away.ts'
import { BrandMark } from '../ui/brand.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { ThemeButton } from '../ui/theme-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { FinderBox } from './finder-box.tsx'
import { LocationSwitch } from './location-switch.tsx'
import { NetworkNotice } from './network-notice.tsx'
import { NewVersion } from './new-version.tsx'
import { PageOutlet, useMatch } from './page-outlet.tsx'
import { SessionWarning } from './session-warning.tsx'
import { SideMenu } from './side-menu.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

export function AppShell() {
  const match = useMatch()
  useOutboxFor(useSession()?.user?.id ?? 0)
  const [menuOpened, setMenuOpened] = useState(false)
  const wide = match?.route.wide ?? false
  const { isAway } = useNetwork()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className={wide ? 'header header--wide' : 'header'}>
        <div className="header-start">
          <Button
            variant="subtle"
            className="btn--icon menu-button"
            aria-label="Open the menu"
            aria-expanded={menuOpened}
            onClick={() => setMenuOpened(true)}
          >
            <Glyph of={IconMenu2} />
          </Button>
          <Link className="brand" href="/" aria-label="Seriatim, home">
            <BrandMark />
            <span>Seriatim</span>
          </Link>
        </div>
        <FinderBox />
        <div className="header-end">
          <LocationSwitch className="hide-s" />
          <ThemeButton />
          <AccountMenu className="hide-s" />
        </div>
      </header>
      <div className={wide ? 'shell shell--wide' : 'shell'}>
        {!wide && <SideMenu />}
        <main id="main" tabIndex={-1}>
          <NetworkNotice />
          <NewVersion />
          <Away value={isAway}>
            <PageOutlet match={match} />
          </Away>
        </main>
      </div>
      <Drawer
        opened={menuOpened}
        onClose={() => setMenuOpened(false)}
        size={272}
        title="Menu"
        classNames={{ content: 'menu-drawer', header: 'menu-drawer-head', title: 'menu-drawer-title', body: 'menu-drawer-body' }}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <div className="menu-drawer-top">
          <LocationSwitch />
          <AccountMenu />
        </div>
        <SideMenu onChoose={() => setMenuOpened(false)} />
      </Drawer>
      <SessionWarning />
      <SignOutDialog />
    </>
  )
}
