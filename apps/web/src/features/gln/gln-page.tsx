import { Box, Button, NativeSelect, Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { type GlnAsk, type GlnRow, glnColumns } from './gln-columns.tsx'
import { GlnDialogs } from './gln-dialogs.tsx'
import { type GlnQuestion, GlnWaiting } from './gln-waiting.tsx'

/** GLNs of the user's locations: verified, pending, and those that appear in documents but that nobody has added. */
export default function GlnPage() {
  const { id: scope, locations } = useLocationScope()
  const [chosen, setChosen] = useState<number>()
  const [waiting, setWaiting] = useState<GlnQuestion>()
  const glns = trpc.gln.readManyByUserid.useQuery()
  const place = chosen ?? scope
  const rows = glns.data?.filter((row) => place === 0 || row.customerLocationId === place)
  const isAdmin = mayUse('gln:write', useSession())
  const adding = (globalLocationNumber = ''): GlnAsk => ({
    kind: 'add',
    globalLocationNumber,
    locationId: place || (locations[0]?.id ?? 0),
  })
  const wanted = new URLSearchParams(useSearch()).get('add')
  const [asked, setAsk] = useState<GlnAsk | 'wanted' | undefined>(wanted !== null && isAdmin ? 'wanted' : undefined)
  // The dialog named in the URL opens once the locations have loaded.
  const ask = asked !== 'wanted' ? asked : locations.length > 0 ? adding(wanted ?? '') : undefined
  const add = (gln?: string) => setAsk(adding(gln))
  const addButton = isAdmin && (
    <Button variant="filled" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => add()}>
      Add GLN
    </Button>
  )
  return (
    <Page
      title="Manage your pharmacy's GLNs"
      crumbs={[{ label: 'My GLNs' }]}
      lede="Wholesalers send an order's data to a GLN. If that GLN is not on file here, the data cannot become an order."
      actions={addButton}
      thumb={addButton}
    >
      <RevealTogether waiting={<SkeletonCard />}>
        {waiting && <GlnWaiting key={waiting.globalLocationNumberId} waiting={waiting} />}
        {isAdmin && <MissingGlns onAdd={add} />}
        <ToConfirm rows={rows ?? []} onVerify={(row) => setAsk({ kind: 'verify', row })} />
        {locations.length > 1 && (
          <NativeSelect
            w={240}
            mb="md"
            label="Location"
            data={[{ value: '0', label: 'All locations' }, ...locations.map(({ id, name }) => ({ value: String(id), label: name }))]}
            value={String(place)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
        <DataTable<GlnRow>
          label="GLNs"
          columns={glnColumns(setAsk, locations.length > 1)}
          rows={rows}
          rowKey={(row) => row.globalLocationNumber.id}
          empty={<EmptyState action={addButton}>No GLN is on file here yet. Add the GLN that your wholesalers send data to.</EmptyState>}
          failed={{
            query: glns,
            subject: 'The GLNs',
            sentence: findServerSentence(glns.error),
          }}
        />
      </RevealTogether>
      <GlnDialogs ask={ask} onClose={() => setAsk(undefined)} onWaiting={setWaiting} />
    </Page>
  )
}

/** GLNs that appear in documents but that nobody has added, each with an Add button. Renders nothing if there are none. */
function MissingGlns({ onAdd }: { onAdd: (gln: string) => void }) {
  const missing = trpc.gln.readManyMissing.useQuery()
  const { data = [] } = missing
  if (missing.isError && !missing.data) return <Failed query={missing} subject="Files waiting for a GLN" />
  if (data.length === 0) return null
  return (
    <Box mb="md">
      <Card title="In your files, but not yet added">
        <Lines
          lines={data.map(({ globalLocationNumber: gln, name, place, files, lastAt }) => ({
            key: gln,
            name: `GLN ${gln}`,
            content: <Code groups={groupCode('gln', gln)} />,
            sub: [[name, place].filter(Boolean).join(', '), `${formatAmount(files, 'file')} waiting, the latest from ${formatDate(lastAt)}`]
              .filter(Boolean)
              .join('. '),
            end: (
              <Button size="xs" onClick={() => onAdd(gln)} aria-label={`Add GLN ${gln}`}>
                Add…
              </Button>
            ),
          }))}
        />
      </Card>
    </Box>
  )
}

/** Minimum number of days with orders after which a GLN counts as clearly in use (decision 50). */
const DAYS = 2

/** Lists unverified GLNs that are clearly in use and that the caller may verify. */
function ToConfirm({ rows, onVerify }: { rows: readonly GlnRow[]; onVerify: (row: GlnRow) => void }) {
  const inUse = rows.filter((row) => !row.isVerified && row.mayVerify && row.daysInUse >= DAYS)
  if (inUse.length === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {inUse.map((row) => (
        <Note
          key={row.globalLocationNumber.id}
          title={`GLN ${row.globalLocationNumber.globalLocationNumber} is in use`}
          action={
            <Button size="xs" onClick={() => onVerify(row)}>
              Verify…
            </Button>
          }
        >
          {`Orders were sent to this GLN on ${formatAmount(row.daysInUse, 'day')}. Confirm that it is yours.`}
        </Note>
      ))}
    </Stack>
  )
}
