import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import {
  formatAmount,
  newTracingAnswer,
  type TracingAnswer,
  type TracingRequest,
  tracingAcknowledgment,
  tracingMail,
} from '@seriatim/schema'
import { useState } from 'react'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Muted, SubText } from '../../ui/text/text.tsx'
import { requestName } from './tracing-words.ts'

interface DialogProps {
  request: TracingRequest
  onClose: () => void
}

const NUMBERS = /^\s*\d+(\s*-\s*\d+)?(\s*,\s*\d+(\s*-\s*\d+)?)*\s*$/

/** `1-3, 7` becomes 1, 2, 3, 7. */
function readNumbers(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: Math.max(0, Math.min(10_000, to - from + 1)) }, (_, at) => from + at)
  })
}

/** Prepares an answer about all items or some of them. */
export function PrepareDialog({ request, onClose }: DialogProps) {
  const prepare = trpc.tracing.createOneAnswer.useMutation({
    meta: { quiet: true, touches: ['tracing'], done: 'The answer is being prepared.' },
  })
  const form = useZodForm({
    shape: newTracingAnswer
      .omit({ requestId: true, numbers: true })
      .extend({ numbers: z.string().refine((text) => !text.trim() || NUMBERS.test(text), 'Enter numbers such as 1-3, 7.') }),
    initial: { numbers: '', note: '' },
    send: ({ numbers, note }) => prepare.mutateAsync({ requestId: request.id, note, numbers: numbers.trim() ? readNumbers(numbers) : [] }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title={`Answer to ${requestName(request).toLowerCase()}`} submitLabel="Prepare" form={form} onClose={onClose}>
      <Muted>
        The PDF, the table, the data and the original files go into one pack with fingerprints. Nothing is sent yet. The answer lists what
        is missing.
      </Muted>
      <TextInput
        label="Items"
        placeholder={`All ${formatAmount(request.items, 'item')}`}
        description="To answer in parts, enter item numbers, such as 1-3, 7."
        {...form.field('numbers')}
      />
      <Textarea label="Note to the recipient" autosize minRows={2} {...form.field('note')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

/** Acknowledges a request: emails the asker that the request arrived, or records that the asker was told in another way. */
export function AcknowledgeDialog({ request, onClose }: DialogProps) {
  const send = trpc.tracing.updateOneAcknowledge.useMutation({ meta: { quiet: true, touches: ['tracing'], done: 'Acknowledged.' } })
  const form = useZodForm({
    shape: tracingAcknowledgment.omit({ requestId: true }),
    initial: { to: request.isDrill ? '' : (request.emailAddress ?? '') },
    send: (values) => send.mutateAsync({ ...values, requestId: request.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title="Acknowledge the request" submitLabel="Acknowledge" form={form} onClose={onClose}>
      <Muted>
        {request.isDrill
          ? 'A drill is only recorded: no email is sent.'
          : 'We will email them that you received the request and are searching. Leave the field empty if you told them another way.'}
      </Muted>
      {!request.isDrill && <TextInput label="To" {...form.field('to')} />}
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

export function MailDialog({ request, answer, onClose }: DialogProps & { answer: TracingAnswer }) {
  const send = trpc.tracing.createOneMail.useMutation({ meta: { quiet: true, touches: ['tracing'], done: 'The answer is on its way.' } })
  const form = useZodForm({
    shape: tracingMail.omit({ requestId: true, answerId: true, days: true }),
    initial: {
      to: request.emailAddress ?? '',
      text: `${request.name ? `Dear ${request.name},` : 'Hello,'}\n\nHere is our answer to your request${request.reference ? ` ${request.reference}` : ''}.`,
    },
    send: (values) => send.mutateAsync({ ...values, requestId: request.id, answerId: answer.id, days: 30 }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened stays title={`Send answer ${answer.number}`} submitLabel="Send" form={form} onClose={onClose}>
      <Muted>
        The email contains a link to the file and its fingerprint. A sent answer cannot be changed. To correct it, prepare another answer.
      </Muted>
      <TextInput label="To" {...form.field('to')} />
      <Textarea label="Message" autosize minRows={4} {...form.field('text')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

const DAYS = [1, 3, 7, 14, 30]

export function LinkDialog({ request, answer, onClose }: DialogProps & { answer: TracingAnswer }) {
  const [days, setDays] = useState(7)
  const create = trpc.tracing.createOneLink.useMutation({ meta: { quiet: true, touches: ['tracing'] } })
  return (
    <Dialog opened onClose={onClose} title={`Link to answer ${answer.number}`} size={560} foot={<Button onClick={onClose}>Close</Button>}>
      <Stack gap="md">
        {create.error && <Note meaning="stop" alert title={toRefusal(create.error).sentence} />}
        {create.data ? (
          <Note meaning="done" title="Copy this link now. It will not be shown again.">
            <Code groups={[`${location.origin}${create.data.path}`]} copy="link" wraps />
            <SubText>Works until {formatWhen(create.data.expiresAt)}.</SubText>
          </Note>
        ) : (
          <>
            <Muted>
              Anyone who has the link can download this answer without signing in, and sees nothing else. The answer is recorded as
              delivered.
            </Muted>
            <NativeSelect
              label="Works for"
              data={DAYS.map((one) => ({ value: String(one), label: formatAmount(one, 'day') }))}
              value={String(days)}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            />
            <div>
              <Button
                variant="filled"
                loading={create.isPending}
                onClick={() => create.mutate({ requestId: request.id, answerId: answer.id, days })}
              >
                Create a link
              </Button>
            </div>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
