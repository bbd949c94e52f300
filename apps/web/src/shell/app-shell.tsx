import { Button, Drawer, Group, Menu, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconCloudOff, IconMenu2, IconServerOff } from '@tabler/icons-react'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../api/session/session.ts'
import { Help, HelpButton, HelpMenuButton, MENU_BUTTON_ID } from '../features/help/help.tsx'
import { useOutboxFor } from '../features/scan/outbox/receive-outbox.ts'
import { noteReachable, ping, useIsDisconnected, useNetwork } from '../offline/network.ts'
import { Brand } from '../ui/page/brand.tsx'
import { ServerUnreachable } from '../ui/page/server-unreachable.ts'
import { ThemeButton } from '../ui/page/theme-button.tsx'
import { ListPreferencesProvider } from '../ui/table/list-preferences.ts'
import { formatMinute } from '../ui/text/format.ts'
import { Glyph } from '../ui/text/glyph.tsx'
import { IconButton } from '../ui/text/icon-button.tsx'
import { FinderBox } from './finder/finder-box.tsx'
import { SideMenu } from './menu/side-menu.tsx'
import { NewVersion } from './new-version.tsx'
import { PageOutlet, useMatch } from './route/page-outlet.tsx'
import { AccountMenu } from './session/account-menu.tsx'
import { SessionWarning } from './session/session-warning.tsx'
import { SignOutDialog } from './session/sign-out-dialog.tsx'
import css from './shell.module.css'
import { Strip } from './strip.tsx'
import { useListSetting } from './use-list-setting.ts'
import { useLocationScope } from './use-location-scope.ts'

export function AppShell() {
  const match = useMatch()
  useOutboxFor(useSession()?.user?.id ?? 0)
  const [menuOpened, setMenuOpened] = useState(false)
  const wide = match?.route.wide ?? false
  const { isUnreachable } = useNetwork()
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
          <ServerUnreachable value={isUnreachable}>
            <ListPreferencesProvider value={useListSetting}>
              <PageOutlet match={match} />
            </ListPreferencesProvider>
          </ServerUnreachable>
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

/** `isAside`: shown in the header, except on phones, where the header lacks the room and the menu contains it instead. */
function LocationSwitch({ isAside = false }: { isAside?: boolean }) {
  const seen = isAside ? { visibleFrom: 'sm' as const } : {}
  const { id, current, locations, choose } = useLocationScope()
  if (locations.length === 0) return null
  const only = locations[0]
  if (locations.length === 1 && only)
    return (
      <Text span px={14} fw={500} c="var(--ink-2)" {...seen}>
        {only.name}
      </Text>
    )
  const name = current?.name ?? 'All locations'
  const choices = [{ id: 0, name: 'All locations' }, ...locations]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" {...seen} aria-label={`Location: ${name}. Change`} rightSection={<Glyph of={IconChevronDown} size={16} />}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(id)} onChange={(value) => choose(Number(value))}>
          {choices.map((place) => (
            <Menu.RadioItem key={place.id} value={String(place.id)} closeMenuOnClick>
              {place.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

const ASK_EVERY_MS = 5000

/**
 * Announces immediately that the network is down and which data is shown until it returns. Once the network is back, reloads what failed or came from
 * the cache.
 */
function NetworkNotice() {
  const { isUnreachable, seenAt, unreachableSince } = useNetwork()
  const isDisconnected = useIsDisconnected()
  const queries = useQueryClient()
  const wasUnreachable = useRef(isUnreachable)
  useEffect(() => {
    // Whether a query failed or, since the server became unreachable, was answered by this device's cache.
    const isToLoad = ({ state }: Query) => state.status === 'error' || state.dataUpdatedAt >= (unreachableSince ?? Number.POSITIVE_INFINITY)
    if (wasUnreachable.current && !isUnreachable) void queries.refetchQueries({ type: 'active', predicate: isToLoad })
    wasUnreachable.current = isUnreachable
    if (!isUnreachable) return
    const timer = setInterval(() => {
      void ping().then((answers) => answers && noteReachable())
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isUnreachable, unreachableSince, queries])
  return (
    <div role="status">
      {isUnreachable && (
        <Strip meaning="attention" icon={isDisconnected ? IconCloudOff : IconServerOff}>
          <strong>{isDisconnected ? 'No network.' : 'The server is not responding.'}</strong>{' '}
          {isDisconnected ? '' : 'This device has a network connection. '}Only data that was{' '}
          {seenAt === undefined ? 'saved on this device' : `loaded before ${formatMinute(new Date(seenAt).toISOString())}`} is shown; the
          rest loads when {isDisconnected ? 'the network is back' : 'the server answers again'}. Scans are saved on this device; other
          changes must wait until then.
        </Strip>
      )}
    </div>
  )
}
