import { Box, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { Pick, Picks } from '../../ui/field/pick.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { ListPage } from '../../ui/table/list-page.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Quiet } from '../../ui/text/icon-text.tsx'
import css from './exception.module.css'
import { exceptionColumns } from './exception-columns.tsx'
import { ActBar } from './ticket/act-bar.tsx'
import { type ExceptionRow, makeSearch, type Name, useExceptionFilters, useExceptions } from './use-exceptions.ts'

type Totals = NonNullable<ReturnType<typeof useExceptions>['totals']>

export default function ExceptionListPage() {
  const { filters, draft } = useExceptionFilters()
  const { tickets, totals } = useExceptions(filters.values)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const rows = tickets.data?.pages.flatMap((page) => page.items) ?? []
  const toggle = (id: number) =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const chosen = rows.filter(({ id }) => picked.has(id))
  return (
    <>
      <ListPage
        name="exceptions"
        title="Document Exceptions"
        crumbs={[{ label: 'Document Exceptions' }]}
        label="Exceptions"
        action={
          <Button component={Link} href="/reports?kind=exceptions" leftSection={<Glyph of={IconChartBar} size={16} />}>
            Reports
          </Button>
        }
        className={css.list}
        filters={filters}
        draft={draft}
        query={tickets}
        columns={exceptionColumns({
          has: (id) => picked.has(id),
          toggle,
          rows,
          onAll: (isAll) => setPicked(new Set(isAll ? rows.map(({ id }) => id) : [])),
        })}
        aside={<SaveTickets search={makeSearch(filters.values)} />}
        rowKey={(row) => row.id}
        rowHref={makeHref}
        sort={{ key: 'dateCreated', direction: 'desc' }}
        cut={<Cuts totals={totals} values={filters.values} onPartner={(gln) => filters.set({ gln })} />}
        count={
          tickets.isPending ? (
            <Group component="span" display="inline-flex" gap="xs">
              <Loader size={16} aria-hidden="true" /> Searching for tickets
            </Group>
          ) : (
            totals && `${formatAmount(totals.all, 'ticket')}, ${formatCount(totals.open)} open`
          )
        }
        rowClass={({ id }) => (picked.has(id) ? css.chosen : undefined)}
        empty={{ words: 'No document exceptions. Problems with a file or a delivery become tickets here.' }}
        notFound={{
          words: 'No results. Please modify the search parameters and search again.',
          action: <Button onClick={filters.clear}>Show all tickets</Button>,
        }}
        failed={{
          subject: 'The exceptions',
          sentence: findServerSentence(tickets.error),
          safe: 'Your tickets are safe',
        }}
      />
      {chosen.length > 0 && <ActBar tickets={chosen} all={totals?.all} onDone={() => setPicked(new Set())} />}
    </>
  )
}

const makeHref = ({ id }: ExceptionRow) => `/exceptions/${id}`

/** Number of partners that are offered as filters; the tab shows all of them. */
const FIRST_PARTNERS = 5

interface CutsProps {
  totals: Totals | undefined
  values: Record<Name, string>
  onPartner: (gln: string) => void
}

/** Preset filters: my tickets, overdue tickets, tickets by partner. */
function Cuts({ totals, values, onPartner }: CutsProps) {
  const [path] = useLocation()
  const { view, gln } = values
  const href = (next: string) => {
    const query = new URLSearchParams(Object.entries({ ...values, view: next }).filter(([, value]) => value !== ''))
    return query.size > 0 ? `${path}?${query}` : path
  }
  const tab = (name: string, words: string, n?: number, isStop = false) => ({
    href: href(name),
    label: (
      <>
        {words}
        {n !== undefined && n > 0 && (
          <Text span inherit ml={6} c={isStop ? 'var(--stop-text)' : 'var(--ink-3)'}>
            {formatCount(n)}
          </Text>
        )}
      </>
    ),
    current: view === name ? ('true' as const) : undefined,
  })
  return (
    <Stack gap={0} mt="md" mb="sm">
      <LinkTabs
        label="Ticket views"
        tabs={[
          tab('', 'All'),
          tab('mine', 'Mine', totals?.mine),
          tab('overdue', 'Overdue', totals?.overdue, true),
          tab('partner', 'By partner'),
        ]}
      />
      {/** Reserves the height of the partners, which load after the tickets, so that the tickets don't move. */}
      <Box className={view === 'partner' ? undefined : css.partners} mih="var(--control-s)">
        {totals && totals.partners.length > 0 && (
          <Picks label="Partner">
            {totals.partners
              .filter((partner, at) => view === 'partner' || at < FIRST_PARTNERS || partner.gln === gln)
              .map((partner) => (
                <Pick key={partner.gln} pressed={gln === partner.gln} onClick={() => onPartner(gln === partner.gln ? '' : partner.gln)}>
                  {partner.name} <Quiet>{formatCount(partner.open)}</Quiet>
                </Pick>
              ))}
          </Picks>
        )}
      </Box>
    </Stack>
  )
}

/** Button that saves all tickets that the search finds as a CSV file, not only the visible rows. */
function SaveTickets({ search }: { search: Inputs['documentException']['readManyCsv'] }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.documentException.readManyCsv.fetch(search, FRESH), 'text/csv')
  return (
    <Button variant="subtle" size="xs" loading={isSaving} leftSection={<Glyph of={IconDownload} size={16} />} onClick={save}>
      Save as CSV
    </Button>
  )
}
