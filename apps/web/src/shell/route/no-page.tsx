import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { HomeLink } from '../menu/home-link.tsx'

export function NoPage() {
  return (
    <Page title="Page not found">
      <Card>
        <EmptyState action={<HomeLink />}>This page does not exist. It may have been moved, or the URL is mistyped.</EmptyState>
      </Card>
    </Page>
  )
}
