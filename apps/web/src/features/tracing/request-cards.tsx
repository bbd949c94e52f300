import { Button, Group, Textarea, TextInput } from '@mantine/core'
import {
  TRACING_ASKERS,
  TRACING_BASES,
  TRACING_CHANNELS,
  TRACING_WISHES,
  type TracingRequest,
  tracingEnd,
  tracingIdentity,
} from '@seriatim/schema'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatDate, formatSize, formatWhen } from '../../ui/text/format.ts'
import { IconText } from '../../ui/text/icon-text.tsx'
import { Muted, SubText } from '../../ui/text/text.tsx'
import { ChangeDialog } from './change-dialog.tsx'

/** Shows who sent the request (or whom we asked), the reason, and how the requester's identity was checked. */
export function Asker({ request }: { request: TracingRequest }) {
  const [open, setOpen] = useState<'identity' | 'change'>()
  const { isDrill, isIdentityChecked, direction, mayWrite, standing } = request
  const mayChange = mayWrite && standing !== 'closed' && !isDrill && direction === 'in'
  return (
    <Section
      title={direction === 'in' ? 'Who is asking' : 'Whom we ask'}
      aside={
        !isDrill &&
        direction === 'in' && (
          <Badge meaning={isIdentityChecked ? 'done' : 'attention'}>
            {isIdentityChecked ? 'Identity checked' : 'Identity not checked'}
          </Badge>
        )
      }
    >
      <FactsCard facts={factsOf(request)} />
      {mayChange && (
        <Group gap="xs" mt="xs">
          <Button size="xs" onClick={() => setOpen('identity')}>
            Record identity check
          </Button>
          <Button size="xs" onClick={() => setOpen('change')}>
            Correct
          </Button>
        </Group>
      )}
      {request.mailHeaders && (
        <Disclosure title="Email headers" opened={false}>
          <Muted>A sender’s address can be forged. The email arrived with these headers.</Muted>
          <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 'var(--t-12, 12px)' }}>{request.mailHeaders}</pre>
        </Disclosure>
      )}
      {open === 'identity' && <IdentityDialog request={request} onClose={() => setOpen(undefined)} />}
      {open === 'change' && <ChangeDialog request={request} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

function factsOf(request: TracingRequest) {
  const { name, role, organization, asker, emailAddress, phone, channel, receivedAt, identityHow, identityCheckedBy, identityCheckedAt } =
    request
  const { direction, wish, basis, incidentNumber, reference, locationName, note, createdBy, keptUntil, isDrill } = request
  return [
    name
      ? { label: 'Name', value: [name, role].filter(Boolean).join(', '), sub: organization }
      : { label: 'Name', value: organization, sub: [role, TRACING_ASKERS[asker]].filter(Boolean).join(', ') },
    { label: 'Contact', value: emailAddress ?? phone ?? 'Not stated', sub: emailAddress ? phone : undefined },
    { label: direction === 'in' ? 'Received via' : 'Sent via', value: TRACING_CHANNELS[channel], sub: formatWhen(receivedAt) },
    ...(direction === 'in' && !isDrill
      ? [
          {
            label: 'Checked',
            value: identityHow ?? 'Not checked yet',
            sub: identityCheckedAt ? `${identityCheckedBy}, ${formatWhen(identityCheckedAt)}` : undefined,
          },
        ]
      : []),
    {
      label: 'Why',
      value: TRACING_BASES[basis],
      sub: [reference && `Their reference ${reference}`, incidentNumber && `FDA ${incidentNumber}`].filter(Boolean).join(', '),
    },
    { label: 'Information', value: TRACING_WISHES[wish] },
    { label: 'Location', value: locationName ?? 'The whole company' },
    ...(note ? [{ label: 'Note', value: note }] : []),
    { label: 'Recorded by', value: createdBy ?? 'Received by email' },
    ...(keptUntil ? [{ label: 'Kept until', value: formatDate(keptUntil), sub: request.endNote }] : []),
  ]
}

interface DialogProps {
  request: TracingRequest
  onClose: () => void
}

function IdentityDialog({ request, onClose }: DialogProps) {
  const save = trpc.tracing.updateOneIdentity.useMutation({ meta: { quiet: true, touches: ['tracing'], done: 'Noted.' } })
  const form = useZodForm({
    shape: tracingIdentity.omit({ requestId: true }),
    initial: { how: request.identityHow ?? '' },
    send: (values) => save.mutateAsync({ ...values, requestId: request.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title="How you verified the requester" submitLabel="Save" form={form} onClose={onClose}>
      <Muted>Call back at a number from the agency’s website or your own files, never on one from the request.</Muted>
      <TextInput label="How" {...form.field('how')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

/** Closes or reopens a request. */
export function EndButton({ request }: { request: TracingRequest }) {
  const [isOpen, setOpen] = useState(false)
  const reopen = trpc.tracing.updateOneReopen.useMutation({ meta: { touches: ['tracing'], done: 'The request is open again.' } })
  // A closed drill can't be reopened, because its dated result sheet never changes.
  if (request.standing === 'closed' && request.isDrill) return null
  if (request.standing === 'closed')
    return (
      <Button loading={reopen.isPending} onClick={() => reopen.mutate({ requestId: request.id })}>
        Open again
      </Button>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>{request.isDrill ? 'End the drill' : 'Close the request'}</Button>
      {isOpen && <EndDialog request={request} onClose={() => setOpen(false)} />}
    </>
  )
}

function EndDialog({ request, onClose }: DialogProps) {
  const end = trpc.tracing.updateOneEnd.useMutation({ meta: { quiet: true, touches: ['tracing'], done: 'Closed.' } })
  const form = useZodForm({
    shape: tracingEnd.omit({ requestId: true }),
    initial: { note: '' },
    send: (values) => end.mutateAsync({ ...values, requestId: request.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title={request.isDrill ? 'End the drill' : 'Close the request'} submitLabel="Close it" form={form} onClose={onClose}>
      <Muted>
        {request.isDrill
          ? 'The dated sheet shows what was found and how quickly. It goes into every inspection pack.'
          : 'The retention period of its records starts now.'}
      </Muted>
      <Textarea label={request.isDrill ? 'What to improve' : 'Note'} autosize minRows={2} {...form.field('note')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

/** The history of a request, newest first, with the emails that arrived. */
export function Story({ request }: { request: TracingRequest }) {
  return (
    <Section title="What happened">
      <Card>
        <Lines
          label="What happened"
          lines={request.entries.map(({ id, at, by, words, text, files }) => ({
            key: id,
            name: words,
            content: (
              <>
                {by ? <b>{by} </b> : null}
                {words}
                {text && <SubText>{text.slice(0, 2000)}</SubText>}
                {files.map((file) => (
                  <div key={file.id}>
                    <IconText of={IconPaperclip}>
                      <a href={`/api/tracing/${request.id}/files/${file.id}/file`} download>
                        {file.filename}
                      </a>{' '}
                      ({formatSize(file.size)})
                    </IconText>
                  </div>
                ))}
              </>
            ),
            end: <time>{formatWhen(at)}</time>,
          }))}
        />
      </Card>
    </Section>
  )
}
