import { Button } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { ListPage } from '../../ui/table/list-page.tsx'
import { formatAmount, formatCount } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './med.module.css'
import { medColumns, medHref } from './med-columns.tsx'
import { useMedFilters, useMedSort, useMeds } from './use-med-search.ts'

export default function MedSearchPage() {
  const { filters, draft, onSearch } = useMedFilters()
  const { sort, setSort } = useMedSort()
  const { search, meds, rows } = useMeds(filters.values, sort)
  const countLevel = (level: 'case' | 'pallet') => rows?.filter((row) => row.package?.level === level).length ?? 0
  const [cases, pallets] = [countLevel('case'), countLevel('pallet')]
  // Cases and pallets are counted separately from the packages in them.
  const amount =
    rows &&
    [
      formatAmount(rows.length - cases - pallets, 'package'),
      cases > 0 && formatAmount(cases, 'case'),
      pallets > 0 && formatAmount(pallets, 'pallet'),
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <ListPage
      name="pedigrees"
      title="My Pedigrees"
      crumbs={[{ label: 'My Pedigrees' }]}
      action={
        <Button component={Link} href="/inputmeds" leftSection={<Glyph of={IconPlus} size={16} />}>
          Create A Pedigree
        </Button>
      }
      thumbAction={
        <Button component={Link} href="/inputmeds">
          Create A Pedigree
        </Button>
      }
      label="Pedigrees"
      className={css.meds}
      filters={filters}
      draft={draft}
      onSearch={onSearch}
      advancedLabel="Advanced Search Options"
      query={meds}
      columns={medColumns}
      rowKey={(med) => med.id}
      rowHref={medHref}
      sort={sort}
      onSort={setSort}
      count={rows && (meds.hasNextPage ? `More than ${formatCount(rows.length)} found` : amount)}
      aside={rows && rows.length > 0 && <SaveMeds search={search} />}
      empty={{
        words: 'The packages of your orders will be listed here, each with its history.',
        action: (
          <Button component={Link} href="/orderupload">
            Upload An Order
          </Button>
        ),
      }}
      failed={{
        subject: 'The pedigrees',
        safe: 'Your records are safe',
      }}
    />
  )
}

/** Saves all meds that the search finds as a CSV file, not only the visible rows. */
function SaveMeds({ search }: { search: Inputs['med']['readManyCsv'] }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.med.readManyCsv.fetch(search, FRESH), 'text/csv')
  return (
    <Button size="xs" loading={isSaving} leftSection={<Glyph of={IconDownload} size={16} />} onClick={save}>
      Save as CSV
    </Button>
  )
}
