import { Button, Group, Menu } from '@mantine/core'
import type { PartnerFileSearch } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { FRESH, useFileSave } from '../../../api/file/use-file-save.ts'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ListPage } from '../../../ui/table/list-page.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { ImportPartners } from './import-partners.tsx'
import { partnerColumns } from './partner-columns.tsx'
import { usePartnerFilters, usePartners } from './use-partner-search.ts'

/** All partners that the customer buys from or sells to. */
export default function PartnerListPage() {
  const { filters, search, sort, setSort, isNarrowed } = usePartnerFilters()
  const partners = usePartners(search)
  const [first] = partners.data?.pages ?? []
  const add = (
    <Button component={Link} href="/tradingpartner/create" variant="filled" leftSection={<Glyph of={IconPlus} size={16} />}>
      Add Trading Partner
    </Button>
  )
  return (
    <ListPage
      name="partners"
      title="Trading Partners"
      crumbs={[{ label: 'Trading Partners' }]}
      action={add}
      thumbAction={
        <Button component={Link} href="/tradingpartner/create" variant="filled">
          Add Trading Partner
        </Button>
      }
      label="Trading Partners"
      filters={filters}
      query={partners}
      columns={partnerColumns}
      rowKey={(partner) => partner.id}
      rowHref={(partner) => `/tradingpartner/${partner.id}`}
      sort={sort}
      onSort={setSort}
      aside={<PartnerTable search={search} />}
      count={first && formatAmount(first.amount, 'partner')}
      empty={
        isNarrowed
          ? {
              words: 'No results. Please modify the search parameters and search again.',
              action: <Button onClick={filters.clear}>Show all</Button>,
            }
          : { words: 'Your wholesalers and everybody else you trade with will be listed here.', action: add }
      }
      failed={{
        subject: 'The trading partners',
        sentence: findServerSentence(partners.error),
      }}
    />
  )
}

/**
 * Buttons above the list, and a link to the scorecards. The buttons export all partners as CSV, import such a file, and save the authorization of the
 * partners found, as of the day of the search, as PDF or CSV.
 */
function PartnerTable({ search }: { search: PartnerFileSearch }) {
  const utils = trpc.useUtils()
  const pdf = useFileSave(() => utils.tradingPartner.readManyAuthorizationPdf.fetch(search, FRESH), 'application/pdf')
  const csv = useFileSave(() => utils.tradingPartner.readManyAuthorizationCsv.fetch(search, FRESH), 'text/csv')
  const [opened, setOpened] = useState(false)
  const { isSaving, save } = useFileSave(() => utils.tradingPartner.readManyCsv.fetch(undefined, FRESH), 'text/csv')
  return (
    <Group component="span" display="inline-flex" gap="xs">
      <Button size="xs" component={Link} href="/tradingpartner/scorecards">
        Scorecards
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" loading={pdf.isSaving || csv.isSaving}>
            Authorization…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={pdf.save}>Save as PDF</Menu.Item>
          <Menu.Item onClick={csv.save}>Save as CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" onClick={() => setOpened(true)}>
        Import CSV…
      </Button>
      <Button size="xs" loading={isSaving} onClick={save}>
        Export CSV
      </Button>
      {opened && <ImportPartners onClose={() => setOpened(false)} />}
    </Group>
  )
}
