import { Box, Button, Group } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveBase64, saveText } from '../../api/file/download.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DateField, isUnread } from '../../ui/field/date-field.tsx'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatAmount, formatLongDate, formatWhen, localDay } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { TOUCHES } from './person-words.ts'
import { UserTabs } from './user-tabs.tsx'
import { fullName } from './user-words.tsx'

type Review = Outputs['user']['readReview']
type Person = Review['people'][number]
type Line = NonNullable<Outputs['user']['readReviewState']['open']>['lines'][number]

const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

/** Page for the customer admin or an inspector: rights on a given day by person, and the yearly access review. */
export default function ReviewPage() {
  const today = localDay(new Date())
  const [query, setQuery] = useQueryState()
  const day = isDay(query.day) && query.day <= today ? query.day : today
  const review = trpc.user.readReview.useQuery({ day })
  const state = trpc.user.readReviewState.useQuery()
  const lines = day === today ? state.data?.open?.lines : undefined
  return (
    <Page
      title="Users"
      crumbs={[{ label: 'Manage Users' }]}
      lede="See who had access to each location on any day, from the audit trail."
      full
    >
      <UserTabs />
      <Loaded
        query={state}
        subject="The yearly review"
        safe="Your confirmations are on record"
        waiting={<Skeleton width="100%" height={72} />}
      >
        {(found) => <Yearly state={found} />}
      </Loaded>
      <Group gap="sm" mb="md" align="flex-end" justify="space-between">
        <AsOfDay key={day} day={day} today={today} onDay={(next) => setQuery({ day: next === today ? undefined : next })} />
        <Files day={day} />
      </Group>
      <Loaded
        query={review}
        subject="Access on that day"
        sentence={findServerSentence(review.error)}
        safe="It is on record"
        waiting={<Skeleton width="100%" height={320} />}
      >
        {(found) =>
          found.people.length ? (
            <Table review={found} lines={lines} />
          ) : (
            <Card>
              <EmptyState>Nobody was a user on {formatLongDate(day)}.</EmptyState>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

function AsOfDay({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) {
  const [text, setText] = useState(day)
  const isLate = isDay(text) && text > today
  const leave = (value: string) => {
    if (isDay(value) && !isUnread(value) && value <= today) onDay(value)
  }
  return (
    <Box w={180}>
      <DateField label="As of" value={text} onChange={setText} onLeave={leave} error={isLate ? 'This day is in the future.' : undefined} />
    </Box>
  )
}

function Files({ day }: { day: string }) {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState<'csv' | 'pdf'>()
  const save = async (kind: 'csv' | 'pdf') => {
    setBusy(kind)
    const options = { staleTime: 0, meta: { loud: true } }
    try {
      if (kind === 'csv') saveText(await utils.user.readReviewCsv.fetch({ day }, options), 'text/csv')
      else saveBase64(await utils.user.readReviewPdf.fetch({ day }, options), 'application/pdf')
    } catch {
      // The query client shows the error.
    }
    setBusy(undefined)
  }
  return (
    <Group gap="xs">
      {(['csv', 'pdf'] as const).map((kind) => (
        <Button key={kind} loading={busy === kind} leftSection={<Glyph of={IconDownload} size={16} />} onClick={() => void save(kind)}>
          {`Save as ${kind.toUpperCase()}`}
        </Button>
      ))}
    </Group>
  )
}

/** The yearly access review. A user starts it here, confirms each line of the table below, then finishes it here. */
function Yearly({ state }: { state: Outputs['user']['readReviewState'] }) {
  const begin = trpc.user.createOneReview.useMutation({ meta: { done: 'Confirm each line below.', touches: TOUCHES } })
  const finish = trpc.user.updateOneReview.useMutation({ meta: { done: 'The access review is finished.', touches: TOUCHES } })
  const { open, last } = state
  const left = open?.lines.filter((line) => line.confirmedAt === null).length ?? 0
  const before = last
    ? `The last review was finished ${formatLongDate(last.finishedAt)} by ${writeFullName(last.by)}.`
    : 'No review has been finished yet.'
  return (
    <Box mb="md">
      <Note
        title={open ? `Access review, started ${formatLongDate(open.begunAt)} by ${writeFullName(open.begunBy)}` : 'Yearly access review'}
        action={
          open ? (
            <Button size="xs" variant="filled" disabled={left > 0} loading={finish.isPending} onClick={() => finish.mutate()}>
              {left > 0 ? `${formatAmount(left, 'line')} to confirm` : 'Finish the review'}
            </Button>
          ) : (
            <Button size="xs" loading={begin.isPending} onClick={() => begin.mutate()}>
              Start a review
            </Button>
          )
        }
      >
        {open ? 'Confirm that each person still needs their access. If it changes later, confirm it again.' : before}
      </Note>
    </Box>
  )
}

const STATUS = { active: null, invited: <Badge meaning="info">Invited</Badge>, deactivated: <Badge>Deactivated</Badge> } as const

function Table({ review: { locations, people }, lines }: { review: Review; lines: readonly Line[] | undefined }) {
  return (
    <Card>
      <PlainTable
        label="Access by location"
        region="Access on that day"
        stacks
        head={['User', ...locations.map(({ name }) => name), ...(lines ? ['Review'] : [])]}
      >
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">
              <div>
                <b>{fullName(person)}</b>
                <SubText>{person.isCustomerAdmin ? 'Customer admin' : person.emailAddress}</SubText>
              </div>
              {STATUS[person.status]}
            </th>
            {locations.map(({ id, name }) => (
              <td key={id} data-label={name}>
                {levelAt(person, id)}
              </td>
            ))}
            {lines && (
              <td>
                <Confirm person={person} line={lines.find((line) => line.userId === person.id)} />
              </td>
            )}
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}

function levelAt({ isCustomerAdmin, access, reads }: Person, locationId: number): string {
  if (isCustomerAdmin) return 'All'
  const read = reads.find((one) => one.locationId === locationId)
  if (read) return `Can view goods received for ${read.owner}`
  const level = access.find((one) => one.locationId === locationId)?.level
  return level === 'admin' ? 'Admin' : level === 'user' ? 'User' : '–'
}

function Confirm({ person, line }: { person: Person; line: Line | undefined }) {
  const confirm = trpc.user.updateOneReviewLine.useMutation({ meta: { touches: TOUCHES } })
  if (!line) return null
  if (line.confirmedAt) return <Badge meaning="done">{`Confirmed ${formatWhen(line.confirmedAt)}`}</Badge>
  const seen = [
    ...person.access.map(({ locationId, level }) => `${locationId}:${level}`),
    ...person.reads.map(({ locationId }) => `${locationId}:reads`),
  ].join(' ')
  return (
    <Group component="span" display="inline-flex" gap="xs">
      {line.isChangedSince && <Badge meaning="attention">Changed since</Badge>}
      <Button
        size="xs"
        loading={confirm.isPending}
        aria-label={`Confirm ${fullName(person)}`}
        onClick={() => confirm.mutate({ userId: person.id, seen })}
      >
        Confirm
      </Button>
    </Group>
  )
}
