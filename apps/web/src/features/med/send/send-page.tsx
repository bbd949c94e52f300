import { Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { Link, useLocation, useRoute, useSearch } from 'wouter'
import { readErrorKey } from '../../../api/query-client.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { SendForm } from './send-form.tsx'
import { SentMails } from './sent-mails.tsx'
import { SerialSearch } from './serial-search.tsx'

const NOT_FOUND = 'Your med could not be found, try searching for your med using its serial number in the field above.'

/** `/sendapedigree` and `/sendapedigree/{serialNumber}`; `?medId=` distinguishes meds that share the serial number. */
export default function SendPage() {
  const [, params] = useRoute('/sendapedigree/:serialNumber')
  const serialNumber = decoded(params?.serialNumber)
  const chosen = Number(new URLSearchParams(useSearch()).get('medId'))
  const [, go] = useLocation()
  return (
    <Page
      title={serialNumber || 'Send A Pedigree'}
      crumbs={[{ label: 'Send A Pedigree', ...(serialNumber ? { href: '/sendapedigree' } : {}) }]}
      lede={
        serialNumber
          ? 'Send this package’s pedigree by email, as a PDF with the transaction information, statement and history.'
          : undefined
      }
    >
      <SerialSearch serialNumber={serialNumber} onGo={(next) => go(`/sendapedigree/${encodeURIComponent(next)}`)} />
      {serialNumber ? (
        <Found key={`${serialNumber} ${chosen}`} serialNumber={serialNumber} chosen={chosen > 0 ? chosen : undefined} />
      ) : (
        <Card>
          <EmptyState>Scan a package or type its serial number to send its pedigree to a partner.</EmptyState>
        </Card>
      )}
    </Page>
  )
}

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return text ?? ''
  }
}

type BySerial = Outputs['med']['readOneBySerialnumberPedigree']

function Found({ serialNumber, chosen }: { serialNumber: string; chosen: number | undefined }) {
  const bySerial = trpc.med.readOneBySerialnumberPedigree.useQuery({ serialNumber })
  const { data, error } = bySerial
  const medId = chosen ?? data?.med.id
  const pedigree = trpc.med.readOneById.useQuery({ medId: medId ?? 0 }, { enabled: medId !== undefined })
  if (error && readErrorKey(error)) {
    return (
      <Card>
        <EmptyState>{NOT_FOUND}</EmptyState>
      </Card>
    )
  }
  if (error || pedigree.error) {
    return (
      <ErrorState
        subject="This pedigree"
        safe="Nothing was sent. Your records are safe"
        retrying={bySerial.isFetching || pedigree.isFetching}
        onRetry={() => void (error ? bySerial.refetch() : pedigree.refetch())}
      />
    )
  }
  if (!data || !pedigree.data)
    return (
      <div aria-busy="true">
        <Skeleton height={420} />
      </div>
    )
  return (
    <>
      <Others found={data} medId={pedigree.data.med.id} />
      <SendForm
        key={pedigree.data.med.id}
        pedigree={pedigree.data}
        sent={<SentMails medId={pedigree.data.med.id} isHeld={pedigree.data.isHeld} />}
      />
    </>
  )
}

/** Other meds with this serial number, which is unique only within its GTIN. */
function Others({ found: { med, others }, medId }: { found: BySerial; medId: number }) {
  if (others.length === 0) return null
  const all = [{ id: med.id, gtin: med.gtin, lotNumber: med.lotNumber, place: '' }].concat(
    others.map((one) => ({ id: one.id, gtin: one.gtin, lotNumber: one.lotNumber, place: one.customerLocation.name })),
  )
  return (
    <Note meaning="attention" title={`${formatAmount(all.length, 'package')} have this serial number. Choose the right one.`}>
      <Stack component="span" gap={4}>
        {all.map(({ id, gtin, lotNumber, place }) => {
          const words = (
            <>
              {gtin ? <Code groups={groupCode('gtin', gtin)} /> : 'No GTIN'}
              {lotNumber && `, lot ${lotNumber}`}
              {place && `, ${place}`}
            </>
          )
          return id === medId ? (
            <b key={id}>{words}</b>
          ) : (
            <Link key={id} href={`/sendapedigree/${encodeURIComponent(med.serialNumber)}?medId=${id}`}>
              {words}
            </Link>
          )
        })}
      </Stack>
    </Note>
  )
}
