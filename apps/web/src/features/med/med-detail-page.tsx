import './attachments.css'
import './med.css'
import { Button } from '@mantine/core'
import { Link, useRoute, useSearch } from 'wouter'
import { keyOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDate } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import { HoldButton } from '../hold/hold-button.tsx'
import { HoldNotes } from '../hold/hold-notes.tsx'
import { MedAttachments } from './attachments.tsx'
import { factsOf, type Pedigree } from './med-facts.tsx'
import { MedIncidents } from './med-incidents.tsx'
import { MedHistory, MedOrders } from './med-story.tsx'
import { Packaging } from './packaging.tsx'
import { VoidedNote, VoidMed } from './void-med.tsx'

const flags: Record<string, boolean> = { true: true, false: false }

export default function MedDetailPage() {
  const [, params] = useRoute('/meddetail/:medId')
  const medId = Number(params?.medId)
  const isId = Number.isSafeInteger(medId) && medId > 0
  const isEpcisGenerated = flags[new URLSearchParams(useSearch()).get('isEpcisGenerated') ?? '']
  const pedigree = trpc.med.readOneById.useQuery(
    { medId, ...(isEpcisGenerated === undefined ? {} : { isEpcisGenerated }) },
    { enabled: isId, meta: { quiet: true } },
  )
  const { data, error } = pedigree
  const none = !isId ? 'There is no pedigree at this address.' : error && keyOf(error) ? sentenceOf(error) : undefined
  return (
    <Page
      title="Pedigree Detail"
      crumbs={[
        { label: 'Home', href: '/' },
        { label: 'My Pedigrees', href: '/searchmeds' },
      ]}
      lede={data && <Lede pedigree={data} />}
      actions={
        data && (
          <>
            <VoidMed pedigree={data} />
            {!data.isHeld && <HoldButton isShown target={{ medId: data.med.id }} name={`Serial number ${data.med.serialNumber}`} />}
            {!data.voided && (
              <Button component={Link} href={sendPath(data)} variant="filled">
                Send A Pedigree
              </Button>
            )}
          </>
        )
      }
      thumb={
        data &&
        !data.voided && (
          <Button component={Link} href={sendPath(data)} variant="filled">
            Send A Pedigree
          </Button>
        )
      }
    >
      {data?.voided && <VoidedNote voided={data.voided} />}
      {data && <HoldNotes medId={data.med.id} />}
      {data ? (
        <Detail pedigree={data} isEpcisGenerated={isEpcisGenerated} />
      ) : none ? (
        <div className="card">
          <EmptyState
            action={
              <Button component={Link} href="/searchmeds">
                My Pedigrees
              </Button>
            }
          >
            {none}
          </EmptyState>
        </div>
      ) : error ? (
        <ErrorState
          what="This pedigree could not be loaded."
          meaning="Your records are safe; this page just cannot reach the server."
          retrying={pedigree.isFetching}
          onRetry={() => void pedigree.refetch()}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

/** The id goes with it, because a serial number is unique only within its GTIN. */
const sendPath = ({ med }: Pedigree) => `/sendapedigree/${encodeURIComponent(med.serialNumber)}?medId=${med.id}`

function Lede({ pedigree: { med, redbookDetail, received, voided, isHeld, isEpcisGenerated } }: { pedigree: Pedigree }) {
  return (
    <div className="med-lede">
      <b>{redbookDetail.medName ?? 'Product not named'}</b>
      <Code groups={groupCode(med.serialNumber, 'serial')} boldTail />
      {isHeld && <HeldBadge />}
      {voided && <Badge meaning="stop">Voided</Badge>}
      {received ? (
        <Badge meaning="done">Received {formatDate(received.at)}</Badge>
      ) : (
        <Badge>{isEpcisGenerated ? 'Not received' : `Typed in ${formatDate(med.timeStamp)}`}</Badge>
      )}
    </div>
  )
}

function Detail({ pedigree, isEpcisGenerated }: { pedigree: Pedigree; isEpcisGenerated: boolean | undefined }) {
  return (
    <div className="med-columns">
      <div className="stack">
        <section aria-labelledby="med-facts">
          <h2 id="med-facts">Facts</h2>
          <div className="card">
            <Facts facts={factsOf(pedigree)} />
          </div>
        </section>
        <Packaging pedigree={pedigree} />
      </div>
      <div className="stack">
        <MedHistory pedigree={pedigree} />
        <MedOrders pedigree={pedigree} />
        <MedIncidents serialNumber={pedigree.med.serialNumber} />
        <MedAttachments pedigree={pedigree} isEpcisGenerated={isEpcisGenerated} />
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="med-columns" aria-busy="true">
      <div className="card med-loading">
        {[120, 160, 96, 176, 128, 104, 144, 112].map((width) => (
          <span key={width} className="skeleton" style={{ width }} />
        ))}
      </div>
      <div className="card med-loading">
        {[200, 240, 160, 220].map((width) => (
          <span key={width} className="skeleton" style={{ width }} />
        ))}
      </div>
    </div>
  )
}
