import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AtOnce } from '../../ui/layout/at-once.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { type GlnAsk, type GlnRow, glnColumns } from './gln-columns.tsx'
import { GlnDialogs } from './gln-dialogs.tsx'
import { GlnWaiting, type Waiting } from './gln-waiting.tsx'
import { MissingGlns } from './missing-glns.tsx'
import { ToConfirm } from './to-confirm.tsx'

/** The GLNs of one's locations: which are verified, which wait, and which documents name that nobody has. */
export default function GlnPage() {
  const { id: scope, locations } = useLocationScope()
  const [chosen, setChosen] = useState<number>()
  const [ask, setAsk] = useState<GlnAsk>()
  const [waiting, setWaiting] = useState<Waiting>()
  const glns = trpc.gln.readManyByUserid.useQuery()
  const place = chosen ?? scope
  const rows = glns.data?.filter((row) => place === 0 || row.customerLocationId === place)
  const isAdmin = mayUse('gln:write', useSession())
  const add = (globalLocationNumber = '') => setAsk({ kind: 'add', globalLocationNumber, locationId: place || (locations[0]?.id ?? 0) })
  const addButton = isAdmin && (
    <Button variant="filled" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => add()}>
      Add GLN
    </Button>
  )
  return (
    <Page
      title="Manage your pharmacy's GLNs"
      crumbs={[{ label: 'My GLNs' }]}
      lede="Wholesalers send an order's data to a GLN. Without the right one on file here, it cannot become an order."
      actions={addButton}
      thumb={addButton}
    >
      <AtOnce waiting={<SkeletonCard />}>
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
          empty={<EmptyState action={addButton}>No GLN is on file here yet. Add the one that your wholesalers send to.</EmptyState>}
          failed={{
            query: glns,
            subject: 'The GLNs',
            sentence: findServerSentence(glns.error),
          }}
        />
      </AtOnce>
      <GlnDialogs ask={ask} onClose={() => setAsk(undefined)} onWaiting={setWaiting} />
    </Page>
  )
}
