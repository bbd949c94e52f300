import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { trpc } from '../../api/trpc.ts'
import { ClearSearch, ListPage } from '../../ui/table/list-page.tsx'
import { usePiece } from '../../ui/table/use-piece.ts'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'
import { useAuditExport } from './use-audit-export.ts'
import { useAuditFilters } from './use-audit-search.ts'
import { VerifyChain } from './verify-chain.tsx'

/** Who did what, and when: for the customer admin and an inspector beside them. */
export default function AuditPage() {
  const { filters, search } = useAuditFilters()
  const file = useAuditExport(search)
  const trail = trpc.audit.readManyBySearch.useInfiniteQuery(
    { ...search, ...usePiece() },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      trpc: { abortOnUnmount: true },
    },
  )
  const amount = trail.data?.pages.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <ListPage
      name="audit"
      title="Audit trail"
      crumbs={[{ label: 'Settings', href: '/settings/othersettings' }, { label: 'Audit trail' }]}
      lede="Who did what, and when. Entries can't be edited or deleted."
      label="Audit trail"
      className={css.trail}
      filters={filters}
      query={trail}
      columns={auditColumns}
      rowKey={(row) => row.id}
      count={amount !== undefined && (trail.hasNextPage ? `More than ${formatCount(amount)} lines` : formatAmount(amount, 'line'))}
      aside={
        <Button
          size="xs"
          loading={file.lines !== undefined}
          disabled={!amount}
          leftSection={<Glyph of={IconDownload} size={16} />}
          onClick={() => void file.run()}
        >
          Export as CSV
        </Button>
      }
      empty={{ words: 'What anybody here does will be listed, and stays.' }}
      notFound={{ words: 'Nothing in the trail fits this search.', action: <ClearSearch onClear={filters.clear} /> }}
      failed={{ subject: 'The audit trail', safe: 'It is safe' }}
    >
      <VerifyChain />
    </ListPage>
  )
}
