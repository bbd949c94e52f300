import { Button } from '@mantine/core'
import { outcomeWords } from '@seriatim/schema'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { addDays, countOf, dayOf, formatWhen } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'

type Upload = Outputs['file']['readManyUploads'][number]

const SHOWN = 3
const DAYS = 7

/** Of this week, without an order, and somebody has to decide or mend something. The same file read well later settles it. */
function needALook(uploads: readonly Upload[]): Upload[] {
  const since = addDays(dayOf(new Date()), -DAYS)
  const isRead = ({ status }: Upload) => status === 'imported' || status === 'duplicate'
  return uploads.filter(
    (upload, at) =>
      (upload.status === 'exception' || upload.status === 'differs') &&
      dayOf(new Date(upload.timeStamp)) >= since &&
      !uploads.slice(0, at).some((later) => later.filename === upload.filename && isRead(later)),
  )
}

/** Uploads of which no order was made, so that none is forgotten. Nothing to say, nothing shown. */
export function UploadsToLookAt() {
  const all = trpc.file.readManyUploads.useQuery(undefined)
  const uploads = needALook(all.data ?? [])
  if (all.isError && !all.data)
    return (
      <section className="work" aria-labelledby="home-uploads">
        <div className="work-head">
          <h2 id="home-uploads">Your last uploads</h2>
          <Link href="/orderupload">Upload An Order</Link>
        </div>
        <Failed
          query={all}
          what="Your last uploads could not be loaded."
          meaning="Your files are safe; this page just cannot reach the server."
        />
      </section>
    )
  if (uploads.length === 0) return null
  return (
    <section className="work" aria-labelledby="home-uploads">
      <div className="work-head">
        <h2 id="home-uploads">Your last uploads need a look</h2>
        <span className="n">{countOf(uploads.length, 'file')}</span>
        <Link href="/orderupload">Upload An Order</Link>
      </div>
      <ul className="card">
        {uploads.slice(0, SHOWN).map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Row({ upload: { id, filename, status, outcome, timeStamp, by } }: { upload: Upload }) {
  const href = `/orderupload?upload=${id}`
  return (
    <li className="job">
      <div>
        <h3>
          <Link href={href}>{filename}</Link>
        </h3>
        <p>{outcomeWords(outcome).reason}</p>
      </div>
      <div className="state">
        <p>
          <Badge meaning={status === 'exception' ? 'stop' : 'attention'}>
            {status === 'exception' ? 'No order made' : 'Which one counts?'}
          </Badge>
        </p>
        <p className="muted small">
          {by}, {formatWhen(timeStamp)}
        </p>
      </div>
      <Button component={Link} href={href} size="xs" aria-label={`Review ${filename}`}>
        Review
      </Button>
    </li>
  )
}
