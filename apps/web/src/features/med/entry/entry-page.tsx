import { Box, Group, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { StandingNote } from '../../../shell/standing-note.tsx'
import { useLocationScope } from '../../../shell/use-location-scope.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useQueryState } from '../../../ui/form/use-query-state.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { CameraButton } from '../../scan/camera/camera-button.tsx'
import css from '../med.module.css'
import { medHref } from '../med-columns.tsx'
import { entryColumns } from './entry-columns.tsx'
import { EntryForm } from './entry-form.tsx'
import { useEntry } from './use-entry.ts'

const CameraView = loadable(() => import('../../scan/camera/camera-view.tsx'))

/** Adds packages that came without a file, for one location at a time. */
export default function EntryPage() {
  const { locations, id: scopeId } = useLocationScope()
  const [query, setQuery] = useQueryState()
  const wanted = Number(query.location) || scopeId
  const place = locations.find((one) => one.id === wanted) ?? locations[0]
  const entry = useEntry(place?.id ?? 0)
  const [camera, setCamera] = useState(false)
  const { serial } = entry
  // With a keyboard the focus starts in the serial number; on a phone that would open the on-screen keyboard uninvited.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) serial.current?.focus({ preventScroll: true })
  }, [serial])
  return (
    <Page title="Create A Pedigree" crumbs={[{ label: 'My Pedigrees', href: '/searchmeds' }]} full>
      <StandingNote />
      <Group gap="sm" align="flex-end" wrap="nowrap" mb="md">
        <NativeSelect
          label="Location"
          flex="0 1 400px"
          data={locations.map((one) => ({
            value: String(one.id),
            label: one.globalLocationNumber ? `${one.name}, GLN ${one.globalLocationNumber}` : `${one.name}, no GLN`,
          }))}
          value={String(place?.id ?? '')}
          onChange={(event) => setQuery({ location: event.currentTarget.value })}
        />
        <CameraButton opened={camera} onOpen={setCamera} />
      </Group>
      {camera && <CameraView onCode={entry.takeScan} onClose={() => setCamera(false)} />}
      <EntryForm entry={entry} />
      <Box mt="lg">
        <Section title={place ? `Packages at ${place.name}` : 'Packages'}>{place && <LocationMeds locationId={place.id} />}</Section>
      </Box>
    </Page>
  )
}

/** Meds of the location, newest first. */
function LocationMeds({ locationId }: { locationId: number }) {
  const meds = trpc.med.readManyByLocationid.useInfiniteQuery({ locationId }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
  const rows = meds.data?.pages.flatMap((page) => page.items)
  return (
    <DataTable
      label="Packages at this location"
      className={css.meds}
      columns={entryColumns}
      rows={rows}
      rowKey={({ med }) => med.id}
      rowHref={({ med }) => medHref(med)}
      more={{ has: meds.hasNextPage, loading: meds.isFetchingNextPage, onMore: () => void meds.fetchNextPage() }}
      empty={<EmptyState>Packages from orders and packages you enter are listed here. Scan the first one.</EmptyState>}
      failed={{
        query: meds,
        subject: 'The packages at this location',
        safe: 'Your records are safe',
      }}
    />
  )
}
