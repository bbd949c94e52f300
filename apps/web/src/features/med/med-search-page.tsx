import './med.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countOf, formatCount } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { medColumns, medHref } from './med-columns.tsx'
import { MedSearchForm } from './med-search-form.tsx'
import { SaveMeds } from './save-meds.tsx'
import { noFilters, useMedFilters, useMeds } from './use-med-search.ts'

export default function MedSearchPage() {
  const { filters, setFilters, sort, setSort, locations } = useMedFilters()
  const { search, meds, rows } = useMeds(filters, sort)
  const [sheet, setSheet] = useState(false)
  const isAny = JSON.stringify(filters) === JSON.stringify(noFilters)
  const packages = rows?.filter((row) => row.package).length ?? 0
  // A package is no med, and is not counted as one.
  const amount = rows && [countOf(rows.length - packages, 'med'), packages > 0 && countOf(packages, 'package')].filter(Boolean).join(', ')
  const count = rows && (meds.hasNextPage ? `More than ${formatCount(rows.length)} found` : amount)
  return (
    <Page
      title="My Pedigrees"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'My Pedigrees' }]}
      full
      actions={
        <Button component={Link} href="/inputmeds" leftSection={<IconPlus className="ic ic-16" aria-hidden="true" />}>
          Create A Pedigree
        </Button>
      }
      thumb={
        <>
          <Button onClick={() => setSheet(true)}>Filters</Button>
          <Button component={Link} href="/inputmeds">
            Create A Pedigree
          </Button>
        </>
      }
    >
      <MedSearchForm
        filters={filters}
        onSearch={setFilters}
        locations={locations}
        count={count}
        aside={rows && rows.length > 0 && <SaveMeds search={search} />}
        sheetOpened={sheet}
        onSheetClose={() => setSheet(false)}
      />
      <DataTable
        label="Pedigrees"
        className="meds"
        columns={medColumns}
        rows={rows}
        rowKey={(med) => med.id}
        rowHref={medHref}
        sort={sort}
        onSort={setSort}
        more={{ has: meds.hasNextPage, loading: meds.isFetchingNextPage, onMore: () => void meds.fetchNextPage() }}
        empty={
          isAny ? (
            <EmptyState
              action={
                <Button component={Link} href="/orderupload">
                  Upload An Order
                </Button>
              }
            >
              The packages of your orders will be listed here, each with its history.
            </EmptyState>
          ) : (
            <EmptyState action={<Button onClick={() => setFilters(noFilters)}>Clear the search</Button>}>
              No results. Please modify the search parameters and search again.
            </EmptyState>
          )
        }
        error={
          meds.isError &&
          !rows && (
            <Failed
              query={meds}
              what="The pedigrees could not be loaded."
              meaning="Your records are safe; this page just cannot reach the server."
            />
          )
        }
      />
    </Page>
  )
}
