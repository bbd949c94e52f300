import { Button } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { Link } from 'wouter'
import { formatCount, formatSize } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { LongWork } from '../../ui/progress-bar.tsx'
import { AddOrderPartner, AddSender } from '../trading-partner/order-partner.tsx'
import { SettleUpload } from './settle-upload.tsx'
import { UploadFindings } from './upload-findings.tsx'
import { leftWords, mayRetry, mayStop, PHASES, verdictOf } from './upload-words.ts'
import type { UploadDetail } from './use-uploads.ts'
import { useUploadActions } from './use-uploads.ts'

const icons = { done: IconCircleCheck, attention: IconAlertTriangle, stop: IconAlertOctagon, info: IconInfoCircle } as const

/** What became of an upload: the verdict first, then the figures, then the findings. */
export function UploadVerdict({ upload }: { upload: UploadDetail }) {
  const { retry } = useUploadActions()
  const { id, status, documentId, findingList } = upload
  const { meaning, title, text } = verdictOf(upload)
  const Icon = icons[meaning ?? 'info']
  const hasOrder = documentId !== null && (status === 'imported' || status === 'duplicate')
  return (
    <section className="card verdict" aria-labelledby="verdict-title">
      <div className="verdict-head">
        <Glyph of={Icon} className={meaning ?? 'faint'} />
        <div>
          <h2 id="verdict-title" tabIndex={-1}>
            {title}
          </h2>
          <p className="muted words">{origin(upload)}</p>
          {text && <p>{text}</p>}
        </div>
        {hasOrder && <AddOrderPartner documentId={documentId} />}
        {status === 'exception' && <AddSender uploadId={id} />}
        {hasOrder && (
          <Button component={Link} href={`/orders/receive/${documentId}`} variant="filled">
            Receive this order
          </Button>
        )}
        {mayRetry(upload) && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ uploadId: id })}>
            Try again
          </Button>
        )}
      </div>
      {hasOrder && <Figures upload={upload} />}
      {status === 'differs' && <SettleUpload upload={upload} />}
      {(hasOrder || status === 'exception') && (
        <UploadFindings
          name={[upload.filename, upload.senderName && `from ${upload.senderName}`].filter(Boolean).join(', ')}
          upload={upload}
          isWhole={findingList.every(({ section }) => section !== 'File')}
        />
      )}
    </section>
  )
}

/** "northway-88221-01.xml, from Northway Wholesale, read in 0.4 s" */
function origin({ filename, senderName, seconds, status }: UploadDetail): string {
  const hasOwnDocument = status === 'imported' || status === 'exception'
  const took =
    seconds !== null && hasOwnDocument && `read in ${seconds < 10 ? Math.max(0.1, seconds).toFixed(1) : formatCount(Math.round(seconds))} s`
  return [filename, senderName && status !== 'differs' && `from ${senderName}`, took].filter(Boolean).join(', ')
}

function Figures({ upload }: { upload: UploadDetail }) {
  const figures = [
    ['Meds', upload.amountOfMeds],
    ['Packages', upload.packages],
    ['Events', upload.events],
    ['In the file, not shipped', upload.notShipped],
  ] as const
  return (
    <dl className="figures tabular">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** While it is being read: how far, how long still. */
export function UploadReading({ upload }: { upload: UploadDetail }) {
  const { stop } = useUploadActions()
  const { id, filename, progress } = upload
  const { done = 0, total = 0 } = progress ?? {}
  const words = [total > 0 && `${Math.round((done / total) * 100)} % of ${formatSize(total)}`, leftWords(progress?.secondsLeft)].filter(
    Boolean,
  )
  return (
    <section className="card work-card" aria-label="Being read">
      <LongWork what={progress ? `${PHASES[progress.phase]} ${filename}` : `${filename} waits to be read`} done={done} total={total}>
        {words.length > 0 && `${words.join(', ')}. `}You can leave this page; the reading goes on.
      </LongWork>
      {mayStop(upload) && (
        <Button loading={stop.isPending} onClick={() => stop.mutate({ uploadId: id })}>
          Stop
        </Button>
      )}
    </section>
  )
}
