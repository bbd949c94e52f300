import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { HomeLink } from './home-link.tsx'

/** What stands where there is no page. */
export function NoPage() {
  return (
    <Page title="Page not found">
      <Card>
        <EmptyState action={<HomeLink />}>There is no page at this address. It may have been moved, or mistyped.</EmptyState>
      </Card>
    </Page>
  )
}
