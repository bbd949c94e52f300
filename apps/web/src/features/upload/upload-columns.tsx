import { Link } from 'wouter'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime, formatSize } from '../../ui/format.ts'
import { Bar } from '../../ui/progress-bar.tsx'
import { badgeOf, leftWords, mayRetry, mayStop, PHASES } from './upload-words.ts'
import { type UploadRow, useUploadActions } from './use-uploads.ts'

export const uploadHref = (upload: UploadRow) => `/orderupload?upload=${upload.id}`

function Outcome({ upload }: { upload: UploadRow }) {
  const { progress, filename } = upload
  if (progress) {
    return (
      <span className="upload-progress">
        <Bar done={progress.done} total={progress.total} label={`Reading ${filename}`} />
        {[PHASES[progress.phase], leftWords(progress.secondsLeft)].filter(Boolean).join(', ')}
      </span>
    )
  }
  const { meaning, words } = badgeOf(upload)
  return <Badge {...(meaning ? { meaning } : {})}>{words}</Badge>
}

/** The one thing to do with it: stop it, try it again, go to its order. */
function Next({ upload }: { upload: UploadRow }) {
  const { stop, retry } = useUploadActions()
  const { id, status, filename, documentId, purchaseOrderNumbers, ticketNumber } = upload
  const button = (label: string, run: () => void, isPending: boolean) => (
    <button type="button" className="link link--plain" disabled={isPending} aria-label={`${label}: ${filename}`} onClick={run}>
      {label}
    </button>
  )
  if (mayStop(upload)) return button('Stop', () => stop.mutate({ uploadId: id }), stop.isPending)
  if (status === 'processing') return null
  if (documentId !== null) {
    const number = purchaseOrderNumbers[0]
    return (
      <Link href={`/orders/receive/${documentId}`}>
        {status === 'differs' || status === 'stopped' ? 'Earlier order' : number ? `Order ${number}` : 'The order'}
      </Link>
    )
  }
  if (mayRetry(upload)) return button('Try again', () => retry.mutate({ uploadId: id }), retry.isPending)
  return ticketNumber === null ? null : <span className="faint">Ticket {ticketNumber}</span>
}

export const uploadColumns: readonly Column<UploadRow>[] = [
  { key: 'file', label: 'File', link: true, card: 'title', className: 'c-file words', cell: (upload) => upload.filename },
  {
    key: 'size',
    label: 'Size',
    align: 'end',
    className: 'muted nowrap',
    cell: (upload) => (upload.size > 0 ? formatSize(upload.size) : '–'),
  },
  { key: 'at', label: 'Uploaded', className: 'nowrap c-at', card: 'foot', cell: (upload) => formatDateTime(upload.timeStamp) },
  { key: 'by', label: 'By', className: 'nowrap c-medium', cell: (upload) => upload.by },
  { key: 'outcome', label: 'What became of it', className: 'nowrap', card: 'line', cell: (upload) => <Outcome upload={upload} /> },
  {
    key: 'next',
    label: 'Next',
    hiddenLabel: true,
    align: 'end',
    className: 'words nowrap c-next',
    card: 'mark',
    cell: (upload) => <Next upload={upload} />,
  },
]
