import { Link, useLocation } from 'wouter'

const tabs = [
  { label: 'Change password', path: '/settings/changepassword' },
  { label: 'Scanner', path: '/settings/scanner' },
] as const

/** The parts of the settings: links, because each has its own address. */
export function SettingsTabs() {
  const [path] = useLocation()
  return (
    <nav className="tabs" aria-label="Settings">
      {tabs.map((tab) => (
        <Link key={tab.path} href={tab.path} aria-current={path === tab.path ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
