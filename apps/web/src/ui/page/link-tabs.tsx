import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './link-tabs.module.css'

interface LinkTabsProps {
  /** Accessible name of the navigation, such as "Settings". */
  label: string
  tabs: readonly { href: string; label: ReactNode; current?: 'page' | 'true' | undefined }[]
}

/** Parts of one screen, each with its own URL. Mantine's Tabs are buttons with panels inside one page; these are links. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <Group component="nav" wrap="nowrap" gap={20} mb={20} className={css.tabs} aria-label={label}>
      {tabs.map(({ href, label: words, current }) => (
        <Link key={href} href={href} aria-current={current}>
          {words}
        </Link>
      ))}
    </Group>
  )
}
