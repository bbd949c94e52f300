import { Box, Button, Group, NativeSelect } from '@mantine/core'
import { type DispensedColumns, formatAmount, formatCount, type OwnFigures } from '@seriatim/schema'
import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { DropZone } from '../../ui/field/drop-zone.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { addUpDispensed, fingerprint, guessColumns, readHeading } from './read-dispensed.ts'

const MOST_BYTES = 200 * 1024 * 1024
const NAMED = 5

interface Dropped {
  filename: string
  text: string
  sha256: string
  heading: string[]
}

interface DispensedZoneProps {
  period: { from: string; to: string }
  figures: OwnFigures
  remembered: DispensedColumns | null
  known: ReadonlySet<string>
  onFigures: (figures: OwnFigures) => void
}

/** Accepts the customer's own dispensing report, which is read in the browser; its columns are remembered for the next report. */
export function DispensedZone({ period, figures, remembered, known, onFigures }: DispensedZoneProps) {
  const [file, setFile] = useState<Dropped>()
  const [problem, setProblem] = useState<string>()
  const take = async ([dropped]: File[]) => {
    if (!dropped) return
    if (dropped.size > MOST_BYTES) return setProblem('This file is larger than 200 MB. Export a shorter period.')
    const bytes = await dropped.arrayBuffer()
    const text = new TextDecoder().decode(bytes)
    const heading = readHeading(text)
    if (heading.length < 2) return setProblem('This file is not a table. Export the report as CSV, with headings in its first line.')
    setProblem(undefined)
    setFile({ filename: dropped.name.slice(0, 200), text, sha256: await fingerprint(bytes), heading })
  }
  return (
    <>
      <DropZone
        small
        title="Dispensing report"
        hint="Drop your own dispensing report here as CSV to see the closing balance. It is read in this browser and is not kept."
        accept=".csv,.txt,text/csv"
        chooseLabel="Choose a report"
        onFiles={(files) => void take(files)}
      />
      {problem && (
        <Box p="md">
          <Note meaning="stop" alert title={problem} />
        </Box>
      )}
      {file && (
        <ColumnChoice
          key={file.sha256}
          file={file}
          remembered={remembered}
          onChosen={async (columns) => {
            const { lines, report } = await addUpDispensed(file.text, columns, period, known)
            const openings = figures.lines.filter(({ opening }) => opening !== null)
            const dispensed = lines.map((line) => ({ ...line, opening: openings.find(({ ndc }) => ndc === line.ndc)?.opening ?? null }))
            const counted = openings
              .filter(({ ndc }) => !lines.some((line) => line.ndc === ndc))
              .map((line) => ({ ...line, dispensed: null }))
            onFigures({ report: { ...report, filename: file.filename, sha256: file.sha256 }, lines: [...dispensed, ...counted] })
            setFile(undefined)
          }}
        />
      )}
      {figures.report && <ReportRead report={figures.report} onRemove={() => onFigures(withoutReport(figures))} />}
    </>
  )
}

const withoutReport = ({ lines }: OwnFigures): OwnFigures => ({
  report: null,
  lines: lines.filter(({ opening }) => opening !== null).map((line) => ({ ...line, dispensed: null })),
})

interface ColumnChoiceProps {
  file: Dropped
  remembered: DispensedColumns | null
  onChosen: (columns: DispensedColumns) => Promise<void>
}

function ColumnChoice({ file: { filename, heading }, remembered, onChosen }: ColumnChoiceProps) {
  const [columns, setColumns] = useState(() => guessColumns(heading, remembered))
  const [isReading, setReading] = useState(false)
  const remember = trpc.inspection.updateOneColumns.useMutation({ meta: { quiet: true, touches: ['inspection'] } })
  const named = heading.filter((name) => name !== '')
  const use = async () => {
    setReading(true)
    remember.mutate(columns)
    await onChosen(columns)
  }
  return (
    <Group px="md" py="sm" gap="sm" align="flex-end" role="group" aria-label={`Columns of ${filename}`}>
      <NativeSelect
        label="NDC"
        data={['', ...named]}
        value={columns.ndc}
        onChange={(event) => setColumns({ ...columns, ndc: event.currentTarget.value })}
      />
      <NativeSelect
        label="Packages dispensed"
        data={['', ...named]}
        value={columns.quantity}
        onChange={(event) => setColumns({ ...columns, quantity: event.currentTarget.value })}
      />
      <NativeSelect
        label="Day"
        data={[{ value: '', label: 'None: all lines count' }, ...named]}
        value={columns.day ?? ''}
        onChange={(event) => setColumns({ ...columns, day: event.currentTarget.value || null })}
      />
      <Button variant="filled" disabled={!columns.ndc || !columns.quantity} loading={isReading} onClick={() => void use()}>
        Use this report
      </Button>
    </Group>
  )
}

function ReportRead({ report, onRemove }: { report: NonNullable<OwnFigures['report']>; onRemove: () => void }) {
  const { filename, lines, outside, refused, named } = report
  return (
    <Group px="md" py="sm" gap="sm" justify="space-between" align="flex-start" role="status">
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <IconText of={IconFileCheck} meaning="done">
          {filename}: {formatAmount(lines, 'line')} read, {formatCount(outside)} outside the period
        </IconText>
        {refused > 0 && (
          <Box>
            <IconText of={IconAlertTriangle} meaning="attention">
              {formatAmount(refused, 'line')} could not be counted
            </IconText>
            {named.slice(0, NAMED).map(({ line, ndc, why }) => (
              <SubText key={line}>
                Line {formatCount(line)}: {ndc || 'empty'}, {why}
              </SubText>
            ))}
            {refused > NAMED && <SubText>The pack names the first {Math.min(refused, 100)} of them.</SubText>}
          </Box>
        )}
      </Box>
      <Button size="xs" onClick={onRemove}>
        Remove the report
      </Button>
    </Group>
  )
}
