import { useLocation } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'

const TABS = [
  { href: '/intake', label: 'Files', right: 'intake:read' },
  { href: '/intake/dispense-checks', label: 'Dispense checks', right: 'dispense:read' },
  { href: '/intake/webhooks', label: 'Webhooks', right: 'webhook:read' },
] as const

/** Tabs for the data that other systems send to Seriatim and get from it. */
export function IntakeTabs() {
  const [path] = useLocation()
  const session = useSession()
  const tabs = TABS.filter(({ right }) => mayUse(right, session))
  return <LinkTabs label="Programs" tabs={tabs.map((tab) => ({ ...tab, current: path === tab.href ? 'page' : undefined }))} />
}
