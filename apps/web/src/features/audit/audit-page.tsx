import './audit.css'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf, formatCount } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditSearchForm } from './audit-search-form.tsx'
import { useAuditExport } from './use-audit-export.ts'
import { noFilters, useAuditFilters } from './use-audit-search.ts'
import { VerifyChain } from './verify-chain.tsx'

/** Who did what, and when: for the customer admin and an inspector beside them. */
export default function AuditPage() {
  const { filters, search, setFilters } = useAuditFilters()
  const [sheet, setSheet] = useState(false)
  const file = useAuditExport(search)
  const trail = trpc.audit.readManyBySearch.useInfiniteQuery(search, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    trpc: { abortOnUnmount: true },
  })
  const rows = trail.data?.pages.flatMap((page) => page.items)
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <Page
      title="Audit trail"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'Settings', href: '/settings/othersettings' }, { label: 'Audit trail' }]}
      lede="Who did what, and when. Lines are only ever added."
      full
      thumb={<Button onClick={() => setSheet(true)}>Filters</Button>}
    >
      <VerifyChain />
      <AuditSearchForm
        filters={filters}
        onSearch={setFilters}
        count={rows && (trail.hasNextPage ? `More than ${formatCount(rows.length)} lines` : countOf(rows.length, 'line'))}
        aside={
          <Button
            size="xs"
            loading={file.lines !== undefined}
            disabled={!rows?.length}
            leftSection={<IconDownload className="ic ic-16" aria-hidden="true" />}
            onClick={() => void file.run()}
          >
            Export as CSV
          </Button>
        }
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
      />
      <DataTable
        label="Audit trail"
        className="audit"
        columns={auditColumns}
        rows={rows}
        rowKey={(row) => row.id}
        more={{ has: trail.hasNextPage, loading: trail.isFetchingNextPage, onMore: () => void trail.fetchNextPage() }}
        empty={
          isFiltered ? (
            <EmptyState action={<Button onClick={() => setFilters(noFilters)}>Clear the search</Button>}>
              Nothing in the trail fits this search.
            </EmptyState>
          ) : (
            <EmptyState>What anybody here does will be listed, and stays.</EmptyState>
          )
        }
        error={
          trail.isError &&
          !rows && (
            <Failed
              query={trail}
              what="The audit trail could not be loaded."
              meaning="It is safe; this page just cannot reach the server."
            />
          )
        }
      />
    </Page>
  )
}
