import { Button, Stack } from '@mantine/core'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ListCard } from './list-card.tsx'
import { NewListButton } from './new-list-button.tsx'
import { VerifyTabs } from './verify-tabs.tsx'

const POLL_MS = 1500

/** Lists of packages that were asked about together, with their progress. */
export default function ListsPage() {
  const lists = trpc.verification.readManyLists.useInfiniteQuery(
    { limit: 20 },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some((one) => one.state === 'running')) ? POLL_MS : false,
    },
  )
  const create = mayUse('verification:ask', useSession()) && <NewListButton />
  return (
    <Page
      title="Lists"
      crumbs={[{ label: 'Verifications', href: '/verify' }, { label: 'Lists' }]}
      lede="Up to 500 packages verified together, for example before a return. You can leave this page while a list is being processed."
      actions={create}
      thumb={create}
      full
    >
      <VerifyTabs />
      <Loaded
        query={lists}
        subject="The lists"
        sentence={findServerSentence(lists.error)}
        safe="Your records are safe"
        waiting={<SkeletonCard />}
      >
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return (
            <Stack gap="md">
              {rows.length === 0 && (
                <Card>
                  <EmptyLine>No lists yet.</EmptyLine>
                </Card>
              )}
              {rows.map((row) => (
                <ListCard key={row.id} list={row} />
              ))}
              {lists.hasNextPage && (
                <div>
                  <Button size="xs" loading={lists.isFetchingNextPage} onClick={() => void lists.fetchNextPage()}>
                    Show earlier lists
                  </Button>
                </div>
              )}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
