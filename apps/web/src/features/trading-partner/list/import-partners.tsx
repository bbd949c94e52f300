import { Box, Button, FileButton, Stack } from '@mantine/core'
import { useState } from 'react'
import { writeSentence } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { formatAmount, formatCount } from '../../../ui/text/format.ts'
import { toast } from '../../../ui/toast/toast.ts'

type Plan = Outputs['tradingPartner']['createCsvPreview']

const BADGES = { new: 'done', changed: 'attention', unchanged: 'info', refused: 'stop' } as const
const WORDS = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Not imported' } as const

/** Imports a table: previews what each row will do, then applies all rows or none. */
export function ImportPartners({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<{ name: string; text: string }>()
  const preview = trpc.tradingPartner.createCsvPreview.useMutation({ meta: { quiet: true } })
  const run = trpc.tradingPartner.createManyCsv.useMutation({ meta: { quiet: true, touches: ['tradingPartner'] } })
  const choose = async (chosen: File | null) => {
    if (!chosen) return
    const text = await chosen.text()
    run.reset()
    setFile({ name: chosen.name, text })
    preview.mutate({ text })
  }
  const send = () =>
    file &&
    run.mutate(
      { text: file.text },
      {
        onSuccess: (done) => {
          if (!done) return
          const { counts } = done
          toast.done(`Imported: ${formatCount(counts.new)} new, ${formatCount(counts.changed)} changed.`)
          onClose()
        },
      },
    )
  const plan = preview.data
  const error = run.error ?? preview.error
  const writes = plan ? plan.counts.new + plan.counts.changed : 0
  return (
    <Dialog
      opened
      onClose={onClose}
      size={880}
      stays={run.isPending}
      title="Import trading partners"
      foot={
        <>
          <Button onClick={onClose} disabled={run.isPending}>
            Cancel
          </Button>
          <FileButton onChange={(chosen) => void choose(chosen)} accept=".csv,text/csv" inputProps={{ 'aria-label': 'CSV file' }}>
            {(props) => (
              <Button {...props} loading={preview.isPending} variant={plan ? 'default' : 'filled'}>
                {file ? 'Choose another file' : 'Choose a CSV file'}
              </Button>
            )}
          </FileButton>
          {plan && (
            <Button variant="filled" disabled={plan.counts.refused > 0 || writes === 0} loading={run.isPending} onClick={() => send()}>
              {writes > 0 ? `Import ${formatAmount(writes, 'line')}` : 'Nothing to import'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        {!plan && (
          <p>
            Start from an export: you can edit that file and import it. Each row has one partner with at most one GLN, address, contact and
            license. To add more, repeat the partner’s name on another row. A license needs its state, or the word “federal”. Anything not
            in the file stays as it is.
          </p>
        )}
        {error && <Note meaning="stop" alert title={writeSentence(error)} />}
        {plan && <Preview plan={plan} name={file?.name ?? ''} />}
      </Stack>
    </Dialog>
  )
}

function Preview({ plan: { counts, lines }, name }: { plan: Plan; name: string }) {
  const counted = (['new', 'changed', 'unchanged', 'refused'] as const).map(
    (one) => `${formatCount(counts[one])} ${WORDS[one].toLowerCase()}`,
  )
  return (
    <>
      <Note
        meaning={counts.refused > 0 ? 'stop' : 'info'}
        title={
          counts.refused > 0
            ? `${formatAmount(counts.refused, 'line')} cannot be imported, so nothing will be imported`
            : `${name} is ready to import`
        }
      >
        {`${counted.join(', ')}.${counts.refused > 0 ? ' Fix these lines and choose the file again.' : ''}`}
      </Note>
      {lines.length < counts.new + counts.changed + counts.refused && (
        <p>The first {formatCount(lines.length)} of these lines are shown.</p>
      )}
      {lines.length > 0 && (
        // Keyboard users must be able to reach the scrolling area too.
        <Box component="section" tabIndex={0} aria-label="Import preview" mah={420} style={{ overflowY: 'auto' }}>
          <PlainTable label="What the import does" stacks head={['Line', 'Partner', 'Result', 'In detail']}>
            {lines.map(({ line, partner, outcome, words }) => (
              <tr key={line}>
                <td data-label="Line">{formatCount(line)}</td>
                <th scope="row" data-label="Partner">
                  {partner || '–'}
                </th>
                <td data-label="What happens">
                  <Badge meaning={BADGES[outcome]}>{WORDS[outcome]}</Badge>
                </td>
                <td>{words.join('; ')}</td>
              </tr>
            ))}
          </PlainTable>
        </Box>
      )}
    </>
  )
}
