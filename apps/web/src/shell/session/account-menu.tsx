import { Button, Menu } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'wouter'
import { cachedForever } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { useSignOut } from './use-sign-out.ts'

/** `isAside`: shown in the header, except on phones, where the header lacks the room and the menu contains it instead. */
export function AccountMenu({ isAside = false }: { isAside?: boolean }) {
  const session = useSession()
  // The profile is read once and cached; until it arrives, the data from sign-in is shown.
  const { data: user = session?.user } = trpc.user.readOneById.useQuery(undefined, { ...cachedForever })
  const signOut = useSignOut()
  if (!user) return null
  const name = writeFullName(user)
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          {...(isAside ? { visibleFrom: 'sm' } : {})}
          aria-label={`${name}, your account`}
          rightSection={<Glyph of={IconChevronDown} size={16} />}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.emailAddress}
          <br />
          {user.customer.name}
        </Menu.Label>
        <Menu.Item component={Link} href="/settings/changepassword">
          Settings
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign Out</Menu.Item>
        <Menu.Item onClick={() => void signOut(true)}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
