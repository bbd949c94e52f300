import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { save } from '../../api/file/download.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { ClearSearch, ListPage } from '../../ui/table/list-page.tsx'
import { usePageLimit } from '../../ui/table/use-page-limit.ts'
import { formatAmount, formatCount, localDay } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'
import css from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'
import { Checkpoint } from './checkpoint.tsx'
import { useAuditFilters } from './use-audit-search.ts'
import { VerifyChain } from './verify-chain.tsx'

/** Shows who did what and when, for the customer admin and an inspector. */
export default function AuditPage() {
  const { filters, search } = useAuditFilters()
  const file = useAuditExport(search)
  const trail = trpc.audit.readManyBySearch.useInfiniteQuery(
    { ...search, ...usePageLimit() },
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
      empty={{ words: 'Every action will be listed here, and entries are never removed.' }}
      notFound={{ words: 'No entries match this search.', action: <ClearSearch onClear={filters.clear} /> }}
      failed={{ subject: 'The audit trail', safe: 'It is safe' }}
    >
      <VerifyChain />
      <Checkpoint />
    </ListPage>
  )
}

/** Saves all lines of the search as one CSV file, fetched in parts; `lines` counts them while it runs. */
function useAuditExport(search: Inputs['audit']['createOneCsv']) {
  const [lines, setLines] = useState<number>()
  const { mutateAsync } = trpc.audit.createOneCsv.useMutation({ meta: { touches: ['audit'] } })
  const run = async () => {
    const pieces: string[] = []
    let amount = 0
    let cursor: string | undefined
    setLines(0)
    try {
      do {
        const piece = await mutateAsync({ ...search, cursor })
        pieces.push(piece.text)
        amount += piece.lines
        cursor = piece.nextCursor ?? undefined
        setLines(amount)
      } while (cursor)
      save(new Blob(pieces, { type: 'text/csv;charset=utf-8' }), `audit-trail-${localDay(new Date())}.csv`)
      toast.done(`${formatCount(amount)} lines were saved as a CSV file.`)
    } catch {
      // The query client has shown the error. Nothing is saved, because an incomplete trail would mislead.
    } finally {
      setLines(undefined)
    }
  }
  return { run, lines }
}
