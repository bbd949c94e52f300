import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'

const tabs: readonly { label: string; href: string }[] = [
  { label: 'List', href: '/users' },
  { label: 'By location', href: '/users/bylocation' },
  { label: 'Access review', href: '/users/review' },
]

/** Tabs with views of people, for the customer admin; the children belong to the current view. */
export function UserTabs({ children }: { children?: ReactNode }) {
  const [path] = useLocation()
  const isOwner = isCustomerAdmin(useSession())
  return (
    <Group gap="0 16px" mb="sm" justify="flex-end">
      {isOwner && (
        <Box flex="1 1 320px">
          <LinkTabs label="User views" tabs={tabs.map((tab) => ({ ...tab, current: path === tab.href ? 'page' : undefined }))} />
        </Box>
      )}
      {children}
    </Group>
  )
}
