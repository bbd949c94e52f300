import { Box, Group, NativeSelect } from '@mantine/core'
import { NARROWED_REPORTS, REPORT_TITLES, type ReportKind, reportKind } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { saveBase64, saveText } from '../../api/file/download.ts'
import { FRESH } from '../../api/file/use-file-save.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField, isUnread } from '../../ui/field/date-field.tsx'
import { FileButtons } from '../../ui/field/file-buttons.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ExceptionReport } from './exception-report.tsx'
import { IncidentSummary } from './incident-summary.tsx'
import { NarrowReport } from './narrow-report.tsx'
import { PedigreeActivity } from './pedigree-report.tsx'
import { RecallReport } from './recall-report.tsx'
import { ReceivingReport } from './receiving-report.tsx'
import { ShipmentReport } from './shipment-report.tsx'
import { type Range, useReportChoice } from './use-report.ts'

const parts = {
  receiving: ReceivingReport,
  pedigrees: PedigreeActivity,
  incidents: IncidentSummary,
  recalls: RecallReport,
  exceptions: ExceptionReport,
  shipments: ShipmentReport,
} as const

export default function ReportsPage() {
  const { kind, range, texts, setQuery, locations, hrefOf, problem } = useReportChoice()
  const Part = parts[kind]
  const places = [{ value: '0', label: 'Any' }, ...locations.map((place) => ({ value: String(place.id), label: place.name }))]
  return (
    <Page
      title="Reports"
      crumbs={[{ label: 'Reports' }]}
      lede="Receiving, pedigrees, incidents, recalls, exceptions and shipments over a period of your choice."
      full
    >
      <LinkTabs
        label="Reports"
        tabs={reportKind.options.map((one) => ({
          href: hrefOf(one),
          label: REPORT_TITLES[one],
          current: one === kind ? 'page' : undefined,
        }))}
      />
      <Group gap="sm" align="flex-start" mb="lg">
        <RangeDay label="From" day={range.from} onDay={(from) => setQuery({ from })} />
        <RangeDay label="To" day={range.to} notBefore={range.from} onDay={(to) => setQuery({ to })} />
        {/** While it is unknown whether there are several locations to choose from, reserves the space of the choice, so that the content below does not move. */}
        {locations.length !== 1 && (
          <NativeSelect
            label="Location"
            w={176}
            data={places}
            value={String(range.customerLocationId)}
            onChange={(event) => setQuery({ location: event.currentTarget.value === '0' ? undefined : event.currentTarget.value })}
          />
        )}
        {!problem && <ReportFiles kind={kind} range={range} />}
      </Group>
      {NARROWED_REPORTS.includes(kind) && <NarrowReport texts={texts} onNarrow={setQuery} />}
      {problem ? <Note meaning="attention" title={problem} /> : <Part range={range} />}
    </Page>
  )
}

interface RangeDayProps {
  label: string
  day: string
  notBefore?: string
  onDay: (day: string) => void
}

/** Updates the report as soon as the date is valid; invalid text stays in the field. */
function RangeDay({ label, day, onDay, ...rest }: RangeDayProps) {
  const [text, setText] = useState(day)
  useEffect(() => setText(day), [day])
  const leave = (taken: string) => {
    if (!isUnread(taken) && taken !== day) onDay(taken)
  }
  return (
    <Box w={136}>
      <DateField {...rest} label={label} value={text} onChange={setText} onLeave={leave} />
    </Box>
  )
}

function ReportFiles({ kind, range }: { kind: ReportKind; range: Range }) {
  const utils = trpc.useUtils()
  const wanted = { kind, range }
  const files = {
    'Save as CSV': async () => saveText(await utils.report.readOneCsv.fetch(wanted, FRESH), 'text/csv'),
    'Save as PDF': async () => saveBase64(await utils.report.readOnePdf.fetch(wanted, FRESH), 'application/pdf'),
  }
  return (
    <Box mt={20} ml="auto">
      <FileButtons files={files} />
    </Box>
  )
}
