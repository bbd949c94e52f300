import { Link, useLocation } from 'wouter'

interface Tab {
  label: string
  path: string
  /** Pages that it leads to. */
  also?: readonly string[]
}

const tabs: readonly Tab[] = [
  { label: 'Change password', path: '/settings/changepassword' },
  { label: 'Other settings', path: '/settings/othersettings', also: ['/settings/scanner', '/settings/security'] },
]

/** The parts of the settings: links, because each has its own address. */
export function SettingsTabs() {
  const [path] = useLocation()
  const current = (tab: Tab) => (path === tab.path ? 'page' : tab.also?.includes(path) ? 'true' : undefined)
  return (
    <nav className="tabs" aria-label="Settings">
      {tabs.map((tab) => (
        <Link key={tab.path} href={tab.path} aria-current={current(tab)}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
