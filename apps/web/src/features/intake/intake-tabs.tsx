import { useLocation } from 'wouter'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'

const TABS = [
  { href: '/intake', label: 'Files' },
  { href: '/intake/dispense-checks', label: 'Dispense checks' },
]

/** What programs send here and ask. */
export function IntakeTabs() {
  const [path] = useLocation()
  return <LinkTabs label="Programs" tabs={TABS.map((tab) => ({ ...tab, current: path === tab.href ? 'page' : undefined }))} />
}
