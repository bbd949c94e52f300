import { Drawer, Group, Stack } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../api/session/session.ts'
import { Help, HelpButton, HelpMenuButton, MENU_BUTTON_ID } from '../features/help/help.tsx'
import { useOutboxFor } from '../features/scan/outbox/receive-outbox.ts'
import { useNetwork } from '../offline/network.ts'
import { Away } from '../ui/feedback/away.ts'
import { Brand } from '../ui/page/brand.tsx'
import { ThemeButton } from '../ui/page/theme-button.tsx'
import { OwnLists } from '../ui/table/own-list.ts'
import { IconButton } from '../ui/text/icon-button.tsx'
import { FinderBox } from './finder/finder-box.tsx'
import { LocationSwitch } from './location-switch.tsx'
import { SideMenu } from './menu/side-menu.tsx'
import { NetworkNotice } from './network-notice.tsx'
import { NewVersion } from './new-version.tsx'
import { PageOutlet, useMatch } from './route/page-outlet.tsx'
import { AccountMenu } from './session/account-menu.tsx'
import { SessionWarning } from './session/session-warning.tsx'
import { SignOutDialog } from './session/sign-out-dialog.tsx'
import css from './shell.module.css'
import { useListSetting } from './use-list-setting.ts'

export function AppShell() {
  const match = useMatch()
  useOutboxFor(useSession()?.user?.id ?? 0)
  const [menuOpened, setMenuOpened] = useState(false)
  const wide = match?.route.wide ?? false
  const { isAway } = useNetwork()
  return (
    <>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <header className={css.header} data-wide={wide || undefined}>
        <IconButton
          of={IconMenu2}
          id={MENU_BUTTON_ID}
          label="Open the menu"
          className={css.open}
          isOpen={menuOpened}
          onClick={() => setMenuOpened(true)}
        />
        <Brand href="/" className={css.brand} />
        <FinderBox />
        <Group gap={4} wrap="nowrap" ml="auto">
          <LocationSwitch isAside />
          <HelpButton />
          <ThemeButton />
          <AccountMenu isAside />
        </Group>
      </header>
      <div className={css.shell} data-wide={wide || undefined}>
        {!wide && <SideMenu />}
        <main id="main" tabIndex={-1}>
          <NetworkNotice />
          <NewVersion />
          <Away value={isAway}>
            <OwnLists value={useListSetting}>
              <PageOutlet match={match} />
            </OwnLists>
          </Away>
        </main>
      </div>
      <Drawer
        opened={menuOpened}
        onClose={() => setMenuOpened(false)}
        size={272}
        title="Menu"
        classNames={{ content: css.drawer }}
        padding={0}
        styles={{ header: { padding: '12px 16px' } }}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <Stack align="flex-start" gap={0} px={4}>
          <LocationSwitch />
          <AccountMenu />
          <HelpMenuButton onChoose={() => setMenuOpened(false)} />
        </Stack>
        <SideMenu onChoose={() => setMenuOpened(false)} />
      </Drawer>
      <Help path={match?.route.path} />
      <SessionWarning />
      <SignOutDialog />
    </>
  )
}
