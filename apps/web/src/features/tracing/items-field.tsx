import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { formatAmount, type TracingFileRead, type TracingItem } from '@seriatim/schema'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { DateField, isUnread } from '../../ui/field/date-field.tsx'
import { DropZone } from '../../ui/field/drop-zone.tsx'
import { AutoGrid } from '../../ui/layout/auto-grid.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinkButton, SubText } from '../../ui/text/text.tsx'
import { itemText } from './tracing-words.ts'

const NOTHING = { serials: '', lotNumber: '', gtin: '', ndc: '', from: '', to: '' }
const SHOWN = 20

interface ItemsFieldProps {
  items: readonly TracingItem[]
  onItems: (items: readonly TracingItem[]) => void
  /** Called with the requester and the reason that a request file states. */
  onHead?: (head: NonNullable<TracingFileRead['request']>) => void
  error?: string | undefined
}

/** The requested items: typed in, pasted, or read from a file with many lines. */
export function ItemsField({ items, onItems, onHead, error }: ItemsFieldProps) {
  const [typed, setTyped] = useState(NOTHING)
  const change = (changes: Partial<typeof NOTHING>) => setTyped({ ...typed, ...changes })
  const read = trpc.tracing.readOneFile.useMutation({ meta: { quiet: true } })
  const add = () => {
    const fresh = readTyped(typed)
    if (!fresh.length || isUnread(typed.from) || isUnread(typed.to)) return
    onItems([...items, ...fresh])
    setTyped(NOTHING)
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    const found = await read.mutateAsync({ filename: file.name, text: await file.text() }).catch(() => undefined)
    if (!found) return
    onItems([...items, ...found.items])
    if (found.request) onHead?.(found.request)
  }
  return (
    <Section title="Items in the request" aside={formatAmount(items.length, 'item')}>
      <Stack gap="md">
        {error && <Note meaning="stop" alert title={error} />}
        {items.length > 0 && (
          <div>
            {items.slice(0, SHOWN).map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same item may stand twice
              <div key={at}>{[itemText(item).first, itemText(item).rest].filter(Boolean).join(', ')}</div>
            ))}
            {items.length > SHOWN && <SubText>and {formatAmount(items.length - SHOWN, 'more item')}</SubText>}
            <LinkButton onClick={() => onItems([])}>Remove all items</LinkButton>
          </div>
        )}
        <AutoGrid least={300}>
          <Textarea
            label="Serial numbers, one on each line"
            autosize
            minRows={3}
            maxRows={10}
            value={typed.serials}
            onChange={(event) => change({ serials: event.currentTarget.value })}
          />
          <Stack gap="sm">
            <TextInput
              label="Lot"
              maxLength={60}
              value={typed.lotNumber}
              onChange={(event) => change({ lotNumber: event.currentTarget.value })}
            />
            <Group grow>
              <TextInput label="GTIN" maxLength={20} value={typed.gtin} onChange={(event) => change({ gtin: event.currentTarget.value })} />
              <TextInput label="NDC" maxLength={20} value={typed.ndc} onChange={(event) => change({ ndc: event.currentTarget.value })} />
            </Group>
            <Group grow>
              <DateField label="Received from" value={typed.from} onChange={(from) => change({ from })} />
              <DateField label="Received until" value={typed.to} onChange={(to) => change({ to })} />
            </Group>
          </Stack>
        </AutoGrid>
        <Group>
          <Button onClick={add}>Add to the list</Button>
        </Group>
        <DropZone
          small
          title="Or read a file"
          hint="A table (CSV) with a heading such as Serial number, Lot, GTIN or NDC, or JSON in the format seriatim.trace.v1."
          accept=".csv,.json,.txt"
          onFiles={(files) => void take(files)}
          disabled={read.isPending}
        />
        {read.error && <Note meaning="stop" alert title={findServerSentence(read.error) ?? 'The file could not be read. Try again.'} />}
        {read.data && (
          <Note
            meaning={read.data.refused ? 'attention' : 'done'}
            title={`${formatAmount(read.data.items.length, 'item')} read${read.data.refused ? `, ${formatAmount(read.data.refused, 'line')} left out` : ''}`}
          >
            {read.data.named.slice(0, 5).map(({ line, why }) => (
              <div key={line}>
                Line {line}: {why}
              </div>
            ))}
          </Note>
        )}
      </Stack>
    </Section>
  )
}

/** One item for each serial number; without serial numbers, one for the lot or product. */
function readTyped({ serials, lotNumber, gtin, ndc, from, to }: typeof NOTHING): TracingItem[] {
  const text = (value: string) => value.trim() || null
  const rest = { lotNumber: text(lotNumber), gtin: text(gtin), ndc: text(ndc), from: text(from), to: text(to), expirationDate: null }
  const numbers = serials
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter(Boolean)
  if (numbers.length) return numbers.map((serialNumber) => ({ ...rest, serialNumber }))
  return rest.lotNumber || rest.gtin || rest.ndc ? [{ ...rest, serialNumber: null }] : []
}
