import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import css from './users.module.css'

const tabs: readonly { label: string; href: string }[] = [{ label: 'List', href: '/users' }]

/** How to look at people; what stands beside it belongs to the view. */
export function UserTabs({ children }: { children?: ReactNode }) {
  const [path] = useLocation()
  return (
    <div className={css.cut}>
      {tabs.length > 1 && (
        <LinkTabs label="How to look at users" tabs={tabs.map((tab) => ({ ...tab, current: path === tab.href ? 'page' : undefined }))} />
      )}
      {children}
    </div>
  )
}
