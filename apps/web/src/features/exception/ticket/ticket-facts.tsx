import { Group, NativeSelect } from '@mantine/core'
import { EXCEPTION_CATEGORIES, type ExceptionCategory, PDG_KINDS, type PdgKind, shipmentWords, writeFullName } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { download, readBlob, save } from '../../../api/file/download.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { DateField, isUnread } from '../../../ui/field/date-field.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Fact } from '../../../ui/list/facts.tsx'
import { FactsCard } from '../../../ui/list/facts-card.tsx'
import { Avatar } from '../../../ui/text/avatar.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatCount, formatDateTime, formatLongDay } from '../../../ui/text/format.ts'
import { LinkButton } from '../../../ui/text/text.tsx'
import { orDash } from '../exception-words.tsx'
import type { Ticket } from '../use-exceptions.ts'

const META = { touches: ['documentException'] }

export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { documentId } = ticket
  return (
    <Section
      title="Facts"
      aside={
        documentId !== null && (
          <LinkButton onClick={() => void download(`/api/v1/file/download/epcisdoc?documentId=${documentId}`, 'epcis.xml')}>
            Download the document
          </LinkButton>
        )
      }
    >
      <FactsCard facts={collectFacts(ticket)} />
    </Section>
  )
}

/** Downloads everything the ticket has, including what its sections show page by page. */
function DownloadTicket({ id }: { id: number }) {
  const make = trpc.documentException.createOneDownload.useMutation()
  const press = () =>
    make.mutate(
      { documentExceptionId: id },
      { onSuccess: ({ base64, contentType, filename }) => save(readBlob(base64, contentType), filename) },
    )
  return <LinkButton onClick={press}>Download this ticket</LinkButton>
}

function collectFacts(ticket: Ticket): Fact[] {
  const { partner, sender, order, followers, instanceIdentifier, uploadId, mayRetry } = ticket
  return [
    { label: 'Owner', value: <OwnerFact ticket={ticket} /> },
    { label: 'Due', value: <DueFact ticket={ticket} /> },
    { label: 'Kind', value: <KindFact ticket={ticket} /> },
    { label: 'Sender', value: partner ? <Link href={`/tradingpartner/${partner.id}`}>{partner.name}</Link> : orDash(sender) },
    { label: 'Receiver', value: orDash(ticket.locationName ?? ticket.recipient) },
    order
      ? {
          label: 'Order',
          value: (
            <Link href={`/orders/receive/${order.documentId}`}>
              {order.purchaseOrderNumbers[0] ? `PO ${order.purchaseOrderNumbers[0]}` : 'The order'}
            </Link>
          ),
          sub: order.isVoided
            ? 'Voided'
            : `${formatCount(order.amountOfMeds - order.amountNotReceived)} of ${formatCount(order.amountOfMeds)} received`,
        }
      : {
          label: 'Order',
          value: uploadId === null ? '-' : <Link href={`/orderupload?upload=${uploadId}`}>No order was created</Link>,
          sub: mayRetry ? 'Once the cause is fixed, open the upload and try again.' : undefined,
        },
    { label: 'Identifier', value: instanceIdentifier ? <Code groups={[instanceIdentifier]} wraps /> : '-' },
    ...shipmentWords(ticket),
    { label: 'Date created', value: formatDateTime(ticket.dateCreated) },
    {
      label: 'Followers',
      value:
        followers.length === 0
          ? '-'
          : followers.map((person) => (
              <Group component="span" key={person.id} gap="2px 8px">
                <Avatar {...person} /> {person.firstName} {person.lastName}
              </Group>
            )),
    },
    { label: 'Download', value: <DownloadTicket id={ticket.id} /> },
  ]
}

function OwnerFact({ ticket }: { ticket: Ticket }) {
  const { id, owner } = ticket
  const [userId, setUserId] = useState('')
  const assign = useDialogMutation(trpc.documentException.updateManyOwner.useMutation({ meta: META }))
  const people = trpc.documentException.readManyPeople.useQuery({ documentExceptionId: id }, { enabled: assign.opened })
  const open = () => {
    setUserId(String(owner?.id ?? ''))
    assign.open()
  }
  return (
    <>
      <Group component="span" gap="2px 8px">
        {owner && <Avatar {...owner} />}
        {owner ? writeFullName(owner) : 'Nobody'}
        <LinkButton onClick={open}>{owner ? 'Change' : 'Assign'}</LinkButton>
      </Group>
      <ConfirmDialog
        opened={assign.opened}
        onClose={assign.close}
        title="Owner"
        confirmLabel="Save"
        pending={assign.isPending}
        onConfirm={() => void assign.submit({ documentExceptionIds: [id], userId: Number(userId) || null })}
      >
        <NativeSelect
          label="Owner"
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
          data={[
            { value: '', label: 'Nobody' },
            ...(people.data ?? []).map((person) => ({ value: String(person.id), label: writeFullName(person) })),
          ]}
        />
      </ConfirmDialog>
    </>
  )
}

function DueFact({ ticket: { id, dueOn } }: { ticket: Ticket }) {
  const [day, setDay] = useState('')
  const change = useDialogMutation(trpc.documentException.updateOneDue.useMutation({ meta: META }))
  if (dueOn === null) return '-'
  const open = () => {
    setDay(dueOn)
    change.open()
  }
  return (
    <>
      {formatLongDay(dueOn)} <LinkButton onClick={open}>Change</LinkButton>
      <ConfirmDialog
        opened={change.opened}
        onClose={change.close}
        title="Due date"
        confirmLabel="Save"
        pending={change.isPending}
        disabled={day === '' || isUnread(day)}
        onConfirm={() => void change.submit({ documentExceptionId: id, dueOn: day })}
      >
        <DateField label="Due" value={day} onChange={setDay} />
      </ConfirmDialog>
    </>
  )
}

function KindFact({ ticket: { id, category, reportKind } }: { ticket: Ticket }) {
  const [chosen, setChosen] = useState<{ category: ExceptionCategory; reportKind: PdgKind | null }>({ category, reportKind })
  const change = useDialogMutation(trpc.documentException.updateOneKind.useMutation({ meta: META }))
  const open = () => {
    setChosen({ category, reportKind })
    change.open()
  }
  const options = (of: Record<string, string>) => Object.entries(of).map(([value, label]) => ({ value, label }))
  return (
    <>
      {EXCEPTION_CATEGORIES[category]}
      {reportKind && `, ${PDG_KINDS[reportKind].toLowerCase()}`} <LinkButton onClick={open}>Change</LinkButton>
      <ConfirmDialog
        opened={change.opened}
        onClose={change.close}
        title="Kind"
        confirmLabel="Save"
        pending={change.isPending}
        onConfirm={() => void change.submit({ documentExceptionId: id, ...chosen })}
      >
        <NativeSelect
          label="Category"
          value={chosen.category}
          onChange={(event) => setChosen({ ...chosen, category: event.currentTarget.value as ExceptionCategory })} // the field offers only these values
          data={options(EXCEPTION_CATEGORIES)}
        />
        <NativeSelect
          label="Exception type in the report to the partner"
          mt="md"
          value={chosen.reportKind ?? ''}
          onChange={(event) => setChosen({ ...chosen, reportKind: (event.currentTarget.value || null) as PdgKind | null })} // the field offers only these values
          data={[{ value: '', label: 'None' }, ...options(PDG_KINDS)]}
        />
      </ConfirmDialog>
    </>
  )
}
