import { useLocation } from 'wouter'
import { LinkTabs } from '../ui/page/link-tabs.tsx'

interface Tab {
  label: string
  path: string
  /** Other paths that highlight this tab. */
  also?: readonly string[]
}

const tabs: readonly Tab[] = [
  { label: 'Change password', path: '/settings/changepassword' },
  { label: 'Other settings', path: '/settings/othersettings', also: ['/settings/scanner', '/settings/security'] },
]

/** Tabs of the settings. They are links because each has its own URL. */
export function SettingsTabs() {
  const [path] = useLocation()
  const current = (tab: Tab) => (path === tab.path ? 'page' : tab.also?.includes(path) ? 'true' : undefined)
  return <LinkTabs label="Settings" tabs={tabs.map((tab) => ({ href: tab.path, label: tab.label, current: current(tab) }))} />
}
