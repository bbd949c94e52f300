import { Button, Group } from '@mantine/core'
import type { PreviousOwner, TracingLine, TracingRequest } from '@seriatim/schema'
import { IconAlertTriangle, IconCheck, IconMapPin, IconMinus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatAmount, formatCount, formatDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { LinkButton, SubText } from '../../ui/text/text.tsx'
import { ItemsField } from './items-field.tsx'
import { amountWords, itemText, LONG_SEARCH, RESULT_WORDS } from './tracing-words.ts'
import { useItemsForm } from './use-items-form.ts'

/** Number of items that each table shows until the user asks for more. */
const SHOWN = 50
const LOOKS = {
  found: { of: IconCheck, meaning: 'done' },
  partly: { of: IconAlertTriangle, meaning: 'attention' },
  notFound: { of: IconMinus, meaning: undefined },
  outside: { of: IconMinus, meaning: undefined },
  elsewhere: { of: IconMapPin, meaning: 'attention' },
} as const

/** The requested items and the records found for each, gaps first; items without gaps are collapsed into one line. */
export function FoundTable({ request }: { request: TracingRequest }) {
  const found = trpc.tracing.readOneFound.useQuery({ requestId: request.id })
  const again = trpc.tracing.updateOneSearch.useMutation({ meta: { touches: ['tracing'], done: 'Searched again.' } })
  const [isAdding, setAdding] = useState(false)
  const mayChange = request.mayWrite && request.standing !== 'closed'
  return (
    <Section title="What they ask and what we found" aside={found.data && countsText(found.data.counts, request.items)}>
      <Loaded
        query={found}
        subject="What is on file"
        sentence={findServerSentence(found.error)}
        safe="Your records are safe"
        waiting={<Searching request={request} />}
      >
        {({ lines, searched }) => (
          <Card
            foot={
              <>
                <span>Searched {searched}</span>
                {mayChange && (
                  <Group gap="xs">
                    <Button size="xs" onClick={() => setAdding(true)}>
                      Add items
                    </Button>
                    <Button
                      size="xs"
                      leftSection={<Glyph of={IconRefresh} size={16} />}
                      loading={again.isPending}
                      onClick={() => again.mutate({ requestId: request.id })}
                    >
                      Search again
                    </Button>
                  </Group>
                )}
              </>
            }
          >
            <FoundLines lines={lines} />
          </Card>
        )}
      </Loaded>
      {isAdding && <AddItems requestId={request.id} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function Searching({ request: { items, searchedItems } }: { request: TracingRequest }) {
  if (items <= LONG_SEARCH) return <SkeletonCard />
  return (
    <Card>
      <CardBody>
        <Bar label={`Searching for ${formatAmount(items, 'item')}`} done={searchedItems} total={items} />
        <SubText>You can leave this page. The request is recorded, and the clock is running.</SubText>
      </CardBody>
    </Card>
  )
}

function countsText({ found, partly, notFound, outside, elsewhere }: Record<TracingLine['result'], number>, items: number): string {
  const gaps = partly + outside + elsewhere
  return [
    `${formatCount(found + partly)} of ${formatCount(items)} on file`,
    gaps && formatAmount(gaps, 'gap'),
    notFound && `${formatCount(notFound)} not found`,
  ]
    .filter(Boolean)
    .join(', ')
}

function FoundLines({ lines }: { lines: readonly TracingLine[] }) {
  const clean = lines.filter(({ result }) => result === 'found')
  const missing = lines.filter(({ result }) => result === 'notFound')
  const gaps = lines.filter(({ result }) => result !== 'found' && result !== 'notFound')
  const [isOpen, setOpen] = useState(clean.length <= 10)
  const [isMissingOpen, setMissingOpen] = useState(missing.length <= 10)
  if (!lines.length) return <EmptyLine>No items yet. Add what the request asks about.</EmptyLine>
  const shown = [...gaps, ...(isOpen ? clean : []), ...(isMissingOpen ? missing : [])]
  return (
    <>
      {!isOpen && (
        <EmptyLine>
          <IconText of={IconCheck} meaning="done">
            {formatAmount(clean.length, 'item')} with transaction information and statement
          </IconText>{' '}
          <LinkButton onClick={() => setOpen(true)}>Show them</LinkButton>
        </EmptyLine>
      )}
      {!isMissingOpen && (
        <EmptyLine>
          <IconText of={IconMinus}>{formatAmount(missing.length, 'item')} not found</IconText>{' '}
          <LinkButton onClick={() => setMissingOpen(true)}>Show them</LinkButton>
        </EmptyLine>
      )}
      {shown.length > 0 && <LineTable lines={shown} />}
    </>
  )
}

function LineTable({ lines }: { lines: readonly TracingLine[] }) {
  const [most, setMost] = useState(SHOWN)
  return (
    <>
      <PlainTable label="Items" head={['No.', 'Asked', 'Found', 'Previous owner']} stacks>
        {lines.slice(0, most).map((line) => (
          <LineRow key={line.number} line={line} />
        ))}
      </PlainTable>
      {lines.length > most && (
        <EmptyLine>
          <LinkButton onClick={() => setMost(most + 500)}>Show {formatCount(Math.min(500, lines.length - most))} more</LinkButton>
        </EmptyLine>
      )}
    </>
  )
}

function LineRow({ line: { number, asked, result, said, remarks, records, amount, hasMore } }: { line: TracingLine }) {
  const { first, rest } = itemText(asked)
  const [record] = records
  const look = LOOKS[result]
  const sellers = [...new Map(records.flatMap(({ seller }) => (seller ? [[seller.name, seller] as const] : []))).values()]
  const place = record && [
    record.locationName,
    record.receivedAt && `${record.receivedHow ?? 'received'} ${formatDateTime(record.receivedAt)}`,
  ]
  return (
    <tr>
      <td>{number}</td>
      <td data-label="Asked">
        <span>
          {record ? <Link href={`/meddetail/${record.medId}`}>{first}</Link> : first}
          {rest && <SubText>{rest}</SubText>}
        </span>
      </td>
      <td data-label="Found">
        <span>
          <IconText of={look.of} meaning={look.meaning}>
            {amount > 1 ? `${amountWords({ amount, hasMore })}: ` : ''}
            {RESULT_WORDS[result]}
          </IconText>
          {place && <SubText>{place.filter(Boolean).join(', ')}</SubText>}
          {[...said, ...remarks].map((words) => (
            <SubText key={words}>{words}</SubText>
          ))}
        </span>
      </td>
      <td data-label="Previous owner">
        <div>
          {sellers.length === 0 && 'None'}
          {sellers.slice(0, 3).map((seller) => (
            <div key={seller.name}>
              {seller.name}
              <SubText>{contactWords(seller)}</SubText>
            </div>
          ))}
          {record?.purchaseOrders.length ? <SubText>PO {record.purchaseOrders.join(', ')}</SubText> : null}
        </div>
      </td>
    </tr>
  )
}

const contactWords = ({ contactName, phone, emailAddress }: PreviousOwner) =>
  [contactName, phone, emailAddress].filter(Boolean).join(', ') || 'No contact on file'

function AddItems({ requestId, onClose }: { requestId: number; onClose: () => void }) {
  const { items, setItems, form, error } = useItemsForm(requestId, onClose)
  return (
    <FormDialog opened size={760} stays title="Add items" submitLabel="Add" form={form} disabled={!items.length} onClose={onClose}>
      <ItemsField items={items} onItems={setItems} error={error} />
    </FormDialog>
  )
}
