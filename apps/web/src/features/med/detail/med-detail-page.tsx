import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { explainMissing } from '../../../api/explain-missing.ts'
import { FRESH, useFileSave } from '../../../api/file/use-file-save.ts'
import { trpc } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { FoundOrNone, useRouteId } from '../../../ui/page/found-or-none.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatCount, formatDate } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { HeldBadge } from '../../hold/held-badge.tsx'
import { HoldButton } from '../../hold/hold-button.tsx'
import { HoldNotes } from '../../hold/hold-notes.tsx'
import { reportHref } from '../../scan/report-link.ts'
import { isExpired, packageWords } from '../med-columns.tsx'
import { MedAttachments } from './attachments.tsx'
import { listMedFacts, type Pedigree, withStrength } from './med-facts.tsx'
import { MedHistory, MedOrders } from './med-story.tsx'
import { PackageContents } from './package-contents.tsx'
import { Packaging } from './packaging.tsx'
import { RecallNotes } from './recall-note.tsx'
import { VoidedNote, VoidMed } from './void-med.tsx'

const flags: Record<string, boolean> = { true: true, false: false }

export default function MedDetailPage() {
  const medId = useRouteId('/meddetail/:medId')
  const isEpcisGenerated = flags[new URLSearchParams(useSearch()).get('isEpcisGenerated') ?? '']
  const pedigree = trpc.med.readOneById.useQuery(
    { medId, ...(isEpcisGenerated === undefined ? {} : { isEpcisGenerated }) },
    { enabled: medId > 0 },
  )
  const { data } = pedigree
  const none = explainMissing(medId, pedigree, 'No pedigree was found for this link.')
  return (
    <Page
      title="Pedigree Detail"
      crumbs={[{ label: 'My Pedigrees', href: '/searchmeds' }]}
      lede={data && <Lede pedigree={data} />}
      actions={
        data && (
          <>
            <VoidMed pedigree={data} />
            <Quiet pedigree={data} />
            {!data.voided && !data.isReadOnly && <Send pedigree={data} />}
          </>
        )
      }
      thumb={data && !data.voided && !data.isReadOnly && <Send pedigree={data} />}
    >
      {data && (
        <Group hiddenFrom="sm" gap="xs" mb="md">
          <Quiet pedigree={data} />
        </Group>
      )}
      {data?.isReadOnly && (
        <Note title="You can only view this pedigree">
          {`${data.customerLocation.name} handles this package on behalf of ${data.goodsOwner?.name ?? 'your location'}.`}
        </Note>
      )}
      {data?.voided && <VoidedNote voided={data.voided} />}
      {data && !data.voided && <RecallNotes medId={data.med.id} isHeld={data.isHeld} />}
      {data && <HoldNotes medId={data.med.id} />}
      <FoundOrNone
        none={none}
        list={{ href: '/searchmeds', label: 'My Pedigrees' }}
        query={pedigree}
        subject="This pedigree"
        safe="Your records are safe"
        waiting={<Loading />}
      >
        {(found) => <Detail pedigree={found} isEpcisGenerated={isEpcisGenerated} />}
      </FoundOrNone>
    </Page>
  )
}

/** Path of Send a Pedigree for this med. It includes the med's id because packages of different products may share a serial number. */
const sendPath = ({ med }: Pedigree) => `/sendapedigree/${encodeURIComponent(med.serialNumber)}?medId=${med.id}`

/** Secondary actions. They include reporting and holding, which must be as easy to reach on a phone as elsewhere. */
function Quiet({ pedigree: data }: { pedigree: Pedigree }) {
  const utils = trpc.useUtils()
  const paper = useFileSave(() => utils.med.readOnePaper.fetch({ medId: data.med.id }, FRESH), 'application/pdf')
  return (
    <>
      {!data.isReadOnly && !data.isPending && (
        <Button component={Link} href={reportPath(data)}>
          Report An Incident
        </Button>
      )}
      {!data.isReadOnly && (!data.isHeld || data.isPending) && (
        <HoldButton isShown target={{ medId: data.med.id }} name={`Serial number ${data.med.serialNumber}`} />
      )}
      <Button loading={paper.isSaving} leftSection={<Glyph of={IconDownload} size={16} />} onClick={paper.save}>
        Download PDF
      </Button>
    </>
  )
}

function Send({ pedigree }: { pedigree: Pedigree }) {
  return (
    <Button component={Link} href={sendPath(pedigree)} variant="filled">
      Send A Pedigree
    </Button>
  )
}

/** URL of the report form with the known data, so that nothing must be typed twice. */
function reportPath({ med, orders }: Pedigree): string {
  return reportHref({
    serialNumber: med.serialNumber ?? '',
    gtin: med.gtin ?? undefined,
    ndc: med.ndc ?? undefined,
    lotNumber: med.lotNumber ?? undefined,
    expirationDate: med.expirationDate ?? undefined,
    documentId: orders[0]?.documentId,
  })
}

function Lede({
  pedigree: { med, redbookDetail, strengthDescription, received, voided, isHeld, isPending, sentTo, isEpcisGenerated, package: inside },
}: {
  pedigree: Pedigree
}) {
  return (
    <Group gap="6px 12px" mt={4}>
      <Text component="b" fz="lg" c="var(--ink-1)">
        {withStrength(redbookDetail.medName, strengthDescription)}
      </Text>
      {inside && <Badge>{packageWords(inside)}</Badge>}
      <Code groups={groupCode('serial', med.serialNumber)} boldTail />
      {isHeld && <HeldBadge isPending={isPending} />}
      {sentTo && <Badge meaning="attention">Sent to {sentTo}</Badge>}
      {isExpired(med.expirationDate) && <Badge meaning="stop">Expired {formatDate(med.expirationDate)}</Badge>}
      {voided && <Badge meaning="stop">Voided</Badge>}
      {received ? (
        <Badge meaning="done">Received {formatDate(received.at)}</Badge>
      ) : inside && inside.received > 0 ? (
        <Badge>{`${formatCount(inside.received)} of ${formatCount(inside.meds)} received`}</Badge>
      ) : (
        <Badge>{isEpcisGenerated ? 'Not received' : `Entered by hand ${formatDate(med.timeStamp)}`}</Badge>
      )}
    </Group>
  )
}

function Detail({ pedigree, isEpcisGenerated }: { pedigree: Pedigree; isEpcisGenerated: boolean | undefined }) {
  return (
    <Sides
      narrow={
        <>
          <Section title="Facts">
            <Card>
              <Box px="md" py={3} style={{ overflowWrap: 'anywhere' }}>
                <Facts facts={listMedFacts(pedigree)} />
              </Box>
            </Card>
          </Section>
          <Packaging pedigree={pedigree} />
        </>
      }
      wide={
        <>
          <PackageContents pedigree={pedigree} />
          <MedHistory pedigree={pedigree} />
          <MedOrders pedigree={pedigree} />
          <MedAttachments pedigree={pedigree} isEpcisGenerated={isEpcisGenerated} />
        </>
      }
    />
  )
}

/** Shows the narrow and the wide content side by side, or one below the other if the screen is too narrow for both. */
function Sides({ narrow, wide }: { narrow: ReactNode; wide: ReactNode }) {
  return (
    <Group align="flex-start" gap="lg">
      <Stack flex="1 1 340px" miw={0} gap="lg">
        {narrow}
      </Stack>
      <Stack flex="3 1 580px" miw={0} gap="lg">
        {wide}
      </Stack>
    </Group>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <Sides narrow={<Waiting widths={[120, 160, 96, 176, 128, 104, 144, 112]} />} wide={<Waiting widths={[200, 240, 160, 220]} />} />
    </div>
  )
}

function Waiting({ widths }: { widths: readonly number[] }) {
  return (
    <Card>
      <Stack gap="lg" p="md">
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </Stack>
    </Card>
  )
}
