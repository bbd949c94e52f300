import { useLocation } from 'wouter'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'

const TABS = [
  { href: '/verify', label: 'Packages' },
  { href: '/verify/lists', label: 'Lists' },
] as const

export function VerifyTabs() {
  const [path] = useLocation()
  return <LinkTabs label="Verifications" tabs={TABS.map((tab) => ({ ...tab, current: path === tab.href ? 'page' : undefined }))} />
}
