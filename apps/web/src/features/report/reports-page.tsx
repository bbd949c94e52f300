import './report.css'
import { Button, NativeSelect } from '@mantine/core'
import { REPORT_TITLES, type ReportKind, reportKind } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { saveBase64, saveText } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { IncidentSummary } from './incident-summary.tsx'
import { PedigreeActivity } from './pedigree-report.tsx'
import { ReceivingReport } from './receiving-report.tsx'
import { type Range, useReportChoice } from './use-report.ts'

const parts = { receiving: ReceivingReport, pedigrees: PedigreeActivity, incidents: IncidentSummary } as const

export default function ReportsPage() {
  const { kind, range, setQuery, locations, hrefOf, problem } = useReportChoice()
  const Part = parts[kind]
  const places = [{ value: '0', label: 'Any' }, ...locations.map((place) => ({ value: String(place.id), label: place.name }))]
  return (
    <Page
      title="Reports"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'Reports' }]}
      lede="What was received, what was done with pedigrees, and what was reported."
      full
    >
      <nav className="tabs" aria-label="Reports">
        {reportKind.options.map((one) => (
          <Link key={one} href={hrefOf(one)} aria-current={one === kind ? 'page' : undefined}>
            {REPORT_TITLES[one]}
          </Link>
        ))}
      </nav>
      <div className="report-choice">
        <DateField label="From" value={range.from} onChange={(from) => setQuery({ from })} className="field--s" />
        <DateField label="To" value={range.to} onChange={(to) => setQuery({ to })} className="field--s" />
        {locations.length > 1 && (
          <NativeSelect
            label="Location"
            data={places}
            value={String(range.customerLocationId)}
            onChange={(event) => setQuery({ location: event.currentTarget.value === '0' ? undefined : event.currentTarget.value })}
          />
        )}
        {!problem && <ReportFiles kind={kind} range={range} />}
      </div>
      {problem ? <Note meaning="attention" title={problem} /> : <Part range={range} />}
    </Page>
  )
}

/** The report to take along. */
function ReportFiles({ kind, range }: { kind: ReportKind; range: Range }) {
  const utils = trpc.useUtils()
  const [loading, setLoading] = useState<'csv' | 'pdf'>()
  const wanted = { kind, range }
  const fresh = { staleTime: 0, gcTime: 0 }
  const make = {
    csv: async () => saveText(await utils.report.readOneCsv.fetch(wanted, fresh), 'text/csv'),
    pdf: async () => saveBase64(await utils.report.readOnePdf.fetch(wanted, fresh), 'application/pdf'),
  }
  const fetch = async (file: 'csv' | 'pdf') => {
    setLoading(file)
    await make[file]().catch(() => undefined) // said by the one place of errors
    setLoading(undefined)
  }
  const button = (file: 'csv' | 'pdf', label: string) => (
    <Button
      loading={loading === file}
      disabled={loading !== undefined && loading !== file}
      leftSection={<IconDownload className="ic ic-16" aria-hidden="true" />}
      onClick={() => void fetch(file)}
    >
      {label}
    </Button>
  )
  return (
    <div className="report-files">
      {button('csv', 'Save as CSV')}
      {button('pdf', 'Save as PDF')}
    </div>
  )
}
