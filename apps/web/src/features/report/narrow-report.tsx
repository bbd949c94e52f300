import { Button, Group, TextInput } from '@mantine/core'
import { REPORT_TEXTS, type ReportText } from '@seriatim/schema'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Glyph } from '../../ui/text/glyph.tsx'
import type { ReportTexts } from './use-report.ts'

const LABELS: Record<ReportText, string> = { sender: 'Sender', product: 'Product', lot: 'Lot', serial: 'Serial number', ndc: 'NDC' }
const NOTHING = Object.fromEntries(REPORT_TEXTS.map((name) => [name, undefined]))

interface NarrowReportProps {
  texts: ReportTexts
  onNarrow: (change: Record<string, string | undefined>) => void
}

/** Fields that filter a report by package. The figures, the chart and the downloads then include only matching packages. */
export function NarrowReport({ texts, onNarrow }: NarrowReportProps) {
  const [typed, setTyped] = useState(texts)
  const written = JSON.stringify(texts)
  useEffect(() => setTyped(JSON.parse(written) as ReportTexts), [written]) // the line above wrote this text from a `ReportTexts`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNarrow(Object.fromEntries(REPORT_TEXTS.map((name) => [name, typed[name]?.trim() || undefined])))
  }
  return (
    <search>
      <Group component="form" gap="sm" align="flex-end" mb="lg" aria-label="Filter the report" onSubmit={submit}>
        {REPORT_TEXTS.map((name) => (
          <TextInput
            key={name}
            label={LABELS[name]}
            placeholder="Any"
            flex="1 1 120px"
            maw={200}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={typed[name] ?? ''}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" leftSection={<Glyph of={IconSearch} size={16} />}>
          Search
        </Button>
        {written !== '{}' && (
          <Button variant="subtle" onClick={() => onNarrow(NOTHING)}>
            Clear
          </Button>
        )}
      </Group>
    </search>
  )
}
