import { Button } from '@mantine/core'
import { outcomeWords } from '@seriatim/schema'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { addDays, formatAmount, formatWhen, localDay } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { Block, FailedBlock } from './block.tsx'
import { JobRow, Rows } from './rows.tsx'

type Upload = Outputs['file']['readManyUploads'][number]

const SHOWN = 3
const DAYS = 7
const ALL = { href: '/orderupload', words: 'Upload An Order' }

/**
 * Uploads of the last seven days that produced no order and need a decision or a fix. An upload is settled once a later file with the same name has
 * been imported or was already on file.
 */
function findUnsettled(uploads: readonly Upload[]): Upload[] {
  const since = addDays(localDay(new Date()), -DAYS)
  const isRead = ({ status }: Upload) => status === 'imported' || status === 'duplicate'
  return uploads.filter(
    (upload, at) =>
      (upload.status === 'exception' || upload.status === 'differs') &&
      localDay(new Date(upload.timeStamp)) >= since &&
      !uploads.slice(0, at).some((later) => later.filename === upload.filename && isRead(later)),
  )
}

/** Uploads that produced no order, so that none is forgotten. Renders nothing if there are none. */
export function UnsettledUploads() {
  const all = trpc.file.readManyUploads.useQuery(undefined)
  const uploads = findUnsettled(all.data ?? [])
  if (all.isError && !all.data)
    return (
      <FailedBlock
        id="home-uploads"
        title="Your recent uploads"
        all={ALL}
        query={all}
        subject="Your recent uploads"
        safe="Your files are safe"
      />
    )
  if (uploads.length === 0) return null
  return (
    <Block id="home-uploads" title="Your recent uploads need attention" amount={formatAmount(uploads.length, 'file')} all={ALL}>
      <Rows>
        {uploads.slice(0, SHOWN).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </Rows>
    </Block>
  )
}

function UploadRow({ upload: { id, filename, status, outcome, timeStamp, by } }: { upload: Upload }) {
  const href = `/orderupload?upload=${id}`
  return (
    <JobRow
      title={<Link href={href}>{filename}</Link>}
      under={<p>{outcomeWords(outcome).reason}</p>}
      state={
        <>
          <p>
            <Badge meaning={status === 'exception' ? 'stop' : 'attention'}>
              {status === 'exception' ? 'No order created' : 'Choose which to use'}
            </Badge>
          </p>
          <SubText>
            {by}, {formatWhen(timeStamp)}
          </SubText>
        </>
      }
      action={
        <Button component={Link} href={href} size="xs" aria-label={`Review ${filename}`}>
          Review
        </Button>
      }
    />
  )
}
