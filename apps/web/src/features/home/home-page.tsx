import { Box, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isAvailable } from '../../shell/menu/menu.ts'
import { useWarnings } from '../../shell/menu/use-menu-badges.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { StandingNote } from '../../shell/standing-note.tsx'
import { useLocationScope } from '../../shell/use-location-scope.ts'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { LinkList, type NextLink } from '../../ui/page/link-list.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatDate, formatLongDay, localDay } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { Block, FailedBlock } from './block.tsx'
import { FirstSteps } from './first-steps.tsx'
import { IncidentsOnTheClock } from './incidents-on-the-clock.tsx'
import { OnHold } from './on-hold.tsx'
import { PapersDue } from './papers-due.tsx'
import { RecallsToHandle } from './recalls-to-handle.tsx'
import { Row, Rows, RowWords } from './rows.tsx'
import { ShipmentsToHandle } from './shipments-to-handle.tsx'
import { ToReceive } from './to-receive.tsx'
import { TracingToAnswer } from './tracing-to-answer.tsx'
import { UnsettledUploads } from './unsettled-uploads.tsx'

/** Tiles of the pedigree menu that the specification names; a tile is shown only if its screen exists. */
const pedigreeWays = [
  { href: '/searchmeds', label: 'My Pedigrees', words: 'Find a package by serial, NDC, name or lot' },
  { href: '/inputmeds', label: 'Create A Pedigree', words: 'Scan or type a package that came without a file' },
  { href: '/sendapedigree', label: 'Send a Pedigree', words: "Email a package's history" },
  { href: '/reportanincident', label: 'Report An Incident', words: 'Form 3911 for a suspect product' },
  { href: '/incidenttracker', label: 'Incident Tracker', words: 'Reports and the FDA’s replies' },
  { href: '/exceptions', label: 'Document Exceptions', words: 'Files that need fixing' },
] as const

export default function HomePage() {
  const session = useSession()
  const { current } = useLocationScope()
  const warnings = useWarnings()
  const place = [session?.user?.customer.name, current?.name].filter(Boolean).join(', ')
  return (
    <Page
      title="Home"
      lede={`${formatLongDay(localDay(new Date()))}. ${place}.`}
      actions={
        <Button component={Link} href="/orderupload" variant="filled" leftSection={<Glyph of={IconUpload} size={16} />}>
          Upload An Order
        </Button>
      }
    >
      <RevealTogether waiting={<SkeletonCard />}>
        <Columns>
          <Column>
            <StandingNote />
            <FirstSteps />
            <IncidentsOnTheClock />
            <TracingToAnswer />
            <ShipmentsToHandle />
            <RecallsToHandle />
            <ToReceive />
            <OnHold />
            <UnsettledUploads />
            <PapersDue />
            <AccessReviewDue />
          </Column>
          <Column>
            <Ways
              title="E-Pedigree"
              ways={pedigreeWays
                .filter(({ href }) => isAvailable(href))
                .map((way) => ({ ...way, warning: way.href === '/incidenttracker' && warnings > 0 && <Unnumbered amount={warnings} /> }))}
            />
            <Ways title="Your Pharmacy" ways={[{ href: '/reports', label: 'Reports', words: 'Ready to hand to an inspector' }]} />
            {isCustomerAdmin(session) && (
              <Ways title="Administration" ways={[{ href: '/audit', label: 'Audit trail', words: 'Who did what, and when' }]} />
            )}
          </Column>
        </Columns>
      </RevealTogether>
    </Page>
  )
}

function Ways({ title, ways }: { title: string; ways: readonly NextLink[] }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <Box component="h2" id={id} mb="xs">
        {title}
      </Box>
      <LinkList ways={ways} />
    </nav>
  )
}

function Unnumbered({ amount }: { amount: number }) {
  return (
    <Group gap={4} wrap="nowrap" fw={500}>
      <Glyph of={IconAlertTriangle} size={16} /> {`You currently have ${amount} notification(s) without an incident number`}
    </Group>
  )
}

const ALL = { href: '/users/review', words: 'Access review' }

/** Reminds the customer admin of the yearly access review. Renders nothing if none is due. */
function AccessReviewDue() {
  const due = trpc.user.readReviewDue.useQuery(undefined, { enabled: isCustomerAdmin(useSession()) })
  if (due.isError && !due.data)
    return (
      <FailedBlock
        id="home-review"
        title="Yearly access review"
        all={ALL}
        query={due}
        subject="The access review"
        sentence="We could not check whether the access review is due."
        safe="Nothing was lost"
      />
    )
  if (!due.data?.isDue) return null
  const last = due.data.lastFinishedAt
  return (
    <Block id="home-review" title="Your yearly access review is due" all={ALL}>
      <Rows>
        <Row>
          <RowWords>Check that each person still needs the access they have.</RowWords>
          <SubText>{last ? `Last finished ${formatDate(last)}` : 'Not done yet'}</SubText>
        </Row>
      </Rows>
    </Block>
  )
}
