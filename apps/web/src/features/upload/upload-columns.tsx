import { Box, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { formatDateTime, formatSize } from '../../ui/text/format.ts'
import { LinkButton } from '../../ui/text/text.tsx'
import { canRetryUpload, canStopUpload, chooseBadge, leftWords, PHASES } from './upload-words.ts'
import { type UploadRow, useUploadActions } from './use-uploads.ts'

export const uploadHref = (upload: UploadRow) => `/orderupload?upload=${upload.id}`

function Outcome({ upload }: { upload: UploadRow }) {
  const { progress, filename } = upload
  if (progress) {
    return (
      <Group component="span" gap="sm">
        <Box component="span" w={96}>
          <Bar done={progress.done} total={progress.total} label={`Reading ${filename}`} />
        </Box>
        {[PHASES[progress.phase], leftWords(progress.secondsLeft)].filter(Boolean).join(', ')}
      </Group>
    )
  }
  const { meaning, words } = chooseBadge(upload)
  return <Badge meaning={meaning}>{words}</Badge>
}

const FileName = ({ name }: { name: string }) => (
  <Text span inherit truncate display="block" maw={300}>
    {name}
  </Text>
)

/** The next action on an upload: stop, retry, or open its order. */
function Next({ upload }: { upload: UploadRow }) {
  const { stop, retry } = useUploadActions()
  const { id, status, filename, documentId, purchaseOrderNumbers, ticketNumber } = upload
  const button = (label: string, run: () => void, isPending: boolean) => (
    <LinkButton disabled={isPending} aria-label={`${label}: ${filename}`} onClick={run}>
      {label}
    </LinkButton>
  )
  if (canStopUpload(upload)) return button('Stop', () => stop.mutate({ uploadId: id }), stop.isPending)
  if (status === 'processing') return null
  if (documentId !== null) {
    const number = purchaseOrderNumbers[0]
    return (
      <Link href={`/orders/receive/${documentId}`}>
        {status === 'differs' || status === 'stopped' ? 'Earlier order' : number ? `Order ${number}` : 'The order'}
      </Link>
    )
  }
  if (canRetryUpload(upload)) return button('Try again', () => retry.mutate({ uploadId: id }), retry.isPending)
  return ticketNumber === null ? null : `Ticket ${ticketNumber}`
}

export const uploadColumns: readonly TableColumn<UploadRow>[] = [
  { key: 'file', label: 'File', link: true, card: 'title', words: true, cell: ({ filename }) => <FileName name={filename} /> },
  {
    key: 'size',
    label: 'Size',
    align: 'end',
    nowrap: true,
    cell: (upload) => (upload.size > 0 ? formatSize(upload.size) : '–'),
  },
  { key: 'at', label: 'Uploaded', nowrap: true, card: 'foot', cell: (upload) => formatDateTime(upload.timeStamp) },
  { key: 'by', label: 'By', nowrap: true, leaves: 'medium', cell: (upload) => upload.by },
  { key: 'outcome', label: 'Result', nowrap: true, card: 'line', cell: (upload) => <Outcome upload={upload} /> },
  {
    key: 'next',
    label: 'Next',
    hiddenLabel: true,
    align: 'end',
    nowrap: true,
    words: true,
    card: 'mark',
    cell: (upload) => <Next upload={upload} />,
  },
]
