import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { CountBadge } from '../../ui/feedback/count-badge.tsx'
import { mayUse } from '../route/rights.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import css from '../shell.module.css'
import { activeItem, isAvailable, type MenuItem, menuGroups } from './menu.ts'
import { useMenuBadges } from './use-menu-badges.ts'

/** The side menu: plain text, grouped by spacing, with color only on badges. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const session = useSession()
  const badges = useMenuBadges()
  const signOut = useSignOut()
  const [path] = useLocation()
  const active = activeItem(path)
  const shown = menuGroups
    .map((group) => group.filter((item) => isAvailable(item.path) && mayUse(item.right, session)))
    .filter((group) => group.length > 0)
  const entry = (item: MenuItem) => {
    const badge = item.badge && badges[item.badge]
    return (
      <li key={item.path}>
        <Link href={item.path} aria-current={item === active ? 'page' : undefined} onClick={() => onChoose?.()}>
          {item.label}
          {badge && <CountBadge n={badge.n} of={badge.of} stop={badge.stop ?? false} />}
        </Link>
      </li>
    )
  }
  return (
    <nav className={css.menu} aria-label="Main">
      {shown.slice(0, -1).map((group) => (
        <ul key={group[0]?.path}>{group.map(entry)}</ul>
      ))}
      <ul>
        {shown.at(-1)?.map(entry)}
        <li>
          <a
            href="/"
            onClick={(event) => {
              event.preventDefault()
              void signOut()
            }}
          >
            Sign Out
          </a>
        </li>
      </ul>
    </nav>
  )
}
