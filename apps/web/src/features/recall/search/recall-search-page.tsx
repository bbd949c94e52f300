import { Box, Button, Group, TextInput } from '@mantine/core'
import { RECALL_PAGE_SIZE } from '@seriatim/schema'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { findServerSentence } from '../../../api/query-client.ts'
import type { Outputs } from '../../../api/trpc.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { DateField, stopAtUnread } from '../../../ui/field/date-field.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { Mono } from '../mono.tsx'
import { RecallGate } from '../recall-gate.tsx'
import { describeCompared, pagerWindow } from '../recall-words.ts'
import type { RecallFields } from './last-search.ts'
import { useRecallSearch } from './use-recall-search.ts'

type Row = Outputs['recall']['readManySearch'][number]

const columns: readonly TableColumn<Row>[] = [
  { key: 'name', label: 'Med Name', link: true, card: 'title', cell: (row) => row.title },
  { key: 'manufacturer', label: 'Manufacturer', card: 'line', cell: (row) => row.manufacturer },
  {
    key: 'ndcs',
    label: 'NDC(s)',
    card: 'line',
    // A recall can have a hundred NDCs, so the line may break between them.
    cell: (row) => (
      <>
        <Mono wraps>{collectNdcs(row) || '–'}</Mono>
        {notCompared(row)}
      </>
    ),
  },
]

/** Says that nothing in the recall could be compared with our packages; renders nothing for other recalls. */
const notCompared = ({ recallCodes }: Row) =>
  describeCompared(recallCodes) === 'nothing' && <SubText>Could not be compared with your packages</SubText>

const collectNdcs = ({ recallCodes }: Row) => [...new Set(recallCodes.map(({ ndcWithDashes }) => ndcWithDashes))].filter(Boolean).join(', ')

/** The message if nothing was found. A lot number without any letter or digit finds nothing. */
function nothingWords(filter: RecallFields | undefined): string {
  const lot = filter?.lotNumber?.trim()
  return lot && !/[\p{L}\p{N}]/u.test(lot) ? 'Type at least one letter or digit of the lot number.' : 'No recall matches this search.'
}

/** Group in which a row is listed: recalls of the searched lot come before recalls of all lots. */
const chooseBand = ({ namesLot }: Row) =>
  namesLot
    ? { key: 'named', words: null }
    : {
        key: 'all',
        words: (
          <>
            <b>All lots</b> These recalls do not name this lot. They recall all lots of a product.
          </>
        ),
      }

/** Every recall, whether or not it names any of our packages. */
export default function RecallSearchPage() {
  return <RecallGate title="All Recalls">{() => <RecallSearch />}</RecallGate>
}

function RecallSearch() {
  const state = useRecallSearch()
  const { search, rows, totalRows, isBusy } = state
  return (
    <Page
      title="All Recalls"
      full
      crumbs={[{ label: 'Recalls', href: '/recalls' }]}
      lede="Every recall the FDA has published, including those that do not affect you."
    >
      <SearchFields state={state} />
      <Box component="p" mih={20} my="sm" c="var(--ink-2)" role="status">
        {isBusy
          ? 'Searching…'
          : rows && (rows.length > 0 ? totalRows > 0 && formatAmount(totalRows, 'recall') : nothingWords(search?.filter))}
      </Box>
      <Found state={state} />
      {search && totalRows > 0 && (
        <Pager page={search.page} pages={Math.ceil(totalRows / RECALL_PAGE_SIZE)} disabled={isBusy} onChange={state.choose} />
      )}
    </Page>
  )
}

interface SearchProps {
  state: ReturnType<typeof useRecallSearch>
}

function SearchFields({ state: { fields, change, begin, isBusy, isRunning } }: SearchProps) {
  const [isAdvanced, setAdvanced] = useState(Boolean(fields.dateReceivedStart || fields.dateReceivedEnd))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isRunning && !stopAtUnread(event.currentTarget)) begin()
  }
  const toggle = () => {
    if (isAdvanced) change({ ...fields, dateReceivedStart: '', dateReceivedEnd: '' })
    setAdvanced(!isAdvanced)
  }
  const text = (name: 'manufacturer' | 'medName' | 'ndc' | 'lotNumber', label: string) => (
    <TextInput
      label={label}
      flex="1 1 180px"
      autoComplete="off"
      spellCheck={false}
      value={fields[name] ?? ''}
      onChange={(event) => change({ ...fields, [name]: event.currentTarget.value })}
    />
  )
  const day = (name: 'dateReceivedStart' | 'dateReceivedEnd', label: string, notBefore?: string) => (
    <DateField label={label} value={fields[name] ?? ''} notBefore={notBefore} onChange={(next) => change({ ...fields, [name]: next })} />
  )
  return (
    <search>
      <form aria-label="All Recalls" onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          {text('manufacturer', 'Manufacturer Name')}
          {text('medName', 'Med Name')}
          {text('ndc', 'NDC')}
          {text('lotNumber', 'Lot Number')}
          {isAdvanced && (
            <Group gap="sm">
              {day('dateReceivedStart', 'Date Recalled Range Start')}
              {day('dateReceivedEnd', 'End date', fields.dateReceivedStart)}
            </Group>
          )}
          <Group gap="xs">
            <Button type="submit" variant="filled" disabled={isBusy} loading={isRunning}>
              Search All Recalls
            </Button>
            <Button variant="subtle" aria-expanded={isAdvanced} onClick={toggle}>
              {isAdvanced ? 'Hide advanced options' : 'Show advanced options'}
            </Button>
          </Group>
        </Group>
      </form>
    </search>
  )
}

function Found({ state: { search, rows, isBusy, error, retry } }: SearchProps) {
  if (error && !isBusy)
    return <ErrorState subject="The recalls" verb="searched" sentence={findServerSentence(error)} retrying={isBusy} onRetry={retry} />
  if (!search || !(isBusy || (rows?.length ?? 0) > 0)) return null
  return (
    <DataTable<Row>
      label="Recalls"
      tall
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => `/recalls/detail/${row.id}`}
      band={search.filter.lotNumber?.trim() ? chooseBand : undefined}
    />
  )
}

interface PagerProps {
  page: number
  pages: number
  disabled: boolean
  onChange: (page: number) => void
}

/** Pager: first, previous, up to seven page numbers, next and last. */
function Pager({ page, pages, disabled, onChange }: PagerProps) {
  const step = (label: string, to: number, of: typeof IconChevronLeft, isEnd: boolean) => (
    <IconButton of={of} label={label} size="xs" disabled={disabled || isEnd} onClick={() => onChange(to)} />
  )
  return (
    <Group component="nav" gap={4} justify="center" mt="md" aria-label="Pages">
      {step('First page', 1, IconChevronsLeft, page <= 1)}
      {step('Previous page', page - 1, IconChevronLeft, page <= 1)}
      {pagerWindow(page, pages).map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === page ? 'filled' : 'subtle'}
          aria-label={`Page ${one}`}
          aria-current={one === page ? 'page' : undefined}
          disabled={disabled && one !== page}
          onClick={() => one !== page && onChange(one)}
        >
          {one}
        </Button>
      ))}
      {step('Next page', page + 1, IconChevronRight, page >= pages)}
      {step('Last page', pages, IconChevronsRight, page >= pages)}
    </Group>
  )
}
