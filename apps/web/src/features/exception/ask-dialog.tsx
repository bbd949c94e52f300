import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { exceptionAsk, WISHES, type Wish } from '@seriatim/schema'
import { IconMail } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { findServerSentence, toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { PickOne } from '../../ui/field/pick.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { DesktopOnly } from '../../ui/layout/phone-only.tsx'
import { formatDateTime, formatSize } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Attachment, Attachments } from './ticket/attachments.tsx'
import type { ExceptionRow, Ticket } from './use-exceptions.ts'

/** Composes an email to the partner from the ticket. Choosing a different request rewrites the text until somebody edits it by hand. */
export function AskPartner({ ticket }: { ticket: Ticket }) {
  const [opened, setOpened] = useState(false)
  if (ticket.currentErrorStatus !== 'OPEN') return null
  return (
    <>
      <Button variant="filled" leftSection={<Glyph of={IconMail} size={16} />} onClick={() => setOpened(true)}>
        Ask the partner
      </Button>
      {opened && <Letter tickets={[ticket]} onClose={() => setOpened(false)} />}
    </>
  )
}

/** Maximum number of tickets per email. */
const MOST = 20

/** Composes one email about several tickets of the same partner. */
export function AskAboutMany({ tickets, onDone }: { tickets: readonly ExceptionRow[]; onDone: () => void }) {
  const [opened, setOpened] = useState(false)
  const open = tickets.filter(({ currentErrorStatus }) => currentErrorStatus === 'OPEN')
  const isOnePartner = new Set(open.map(({ sender }) => sender)).size === 1
  if (open.length < 2) return null
  const why = isOnePartner ? (open.length > MOST ? `Choose at most ${MOST} tickets.` : undefined) : 'Choose tickets of one partner.'
  return (
    <>
      <Button size="xs" disabled={why !== undefined} title={why} onClick={() => setOpened(true)}>
        Ask
        <DesktopOnly>&nbsp;the partner</DesktopOnly>
      </Button>
      {opened && (
        <Letter
          tickets={open}
          onClose={() => setOpened(false)}
          onSent={() => {
            setOpened(false)
            onDone()
          }}
        />
      )}
    </>
  )
}

const written = exceptionAsk.omit({ documentExceptionId: true, wish: true })
const SENDING = { meta: { done: 'The email is on its way.', touches: ['documentException'], quiet: true } }
const FRESH = { staleTime: 0, gcTime: 0 }

type AskedTicket = Pick<ExceptionRow, 'id' | 'ticketNumber' | 'sender' | 'counterKind'>

/**
 * Loads a draft of the email that asks a partner about one ticket, or about several tickets of the same partner. Also returns the function that sends
 * the email.
 */
function useLetter(documentExceptionIds: readonly number[], wish: Wish) {
  const ids = [...documentExceptionIds]
  const [documentExceptionId = 0] = ids
  const isOne = ids.length === 1
  const one = trpc.documentException.readOneLetter.useQuery({ documentExceptionId, wish }, { ...FRESH, enabled: isOne })
  const many = trpc.documentException.readManyLetter.useQuery({ documentExceptionIds: ids, wish }, { ...FRESH, enabled: !isOne })
  const askOne = trpc.documentException.createOneAsk.useMutation(SENDING)
  const askMany = trpc.documentException.createManyAsk.useMutation(SENDING)
  const send = (values: { to: string; subject: string; text: string; remind: boolean }) =>
    isOne
      ? askOne.mutateAsync({ documentExceptionId, wish, ...values })
      : askMany.mutateAsync({ documentExceptionIds: ids, wish, ...values })
  return { letter: isOne ? one : many, send }
}

function Letter({ tickets, onClose, onSent = onClose }: { tickets: readonly AskedTicket[]; onClose: () => void; onSent?: () => void }) {
  const [first] = tickets
  const [wish, setWish] = useState<Wish>(usualWish(first))
  const { letter, send } = useLetter(
    tickets.map(({ id }) => id),
    wish,
  )
  const form = useZodForm({
    shape: written,
    initial: { to: '', subject: '', text: '', remind: true },
    send,
    refusalOf: toRefusal,
    onSent,
    leaveWords: 'The email was not sent.',
  })
  const { data } = letter
  const [made, setMade] = useState<string>()
  /** Fills in the proposed email, but keeps what the user has typed. */
  const fillIn = useEffectEvent(({ to, subject, text }: NonNullable<typeof data>) => {
    const isOwn = made !== undefined && form.values.text !== made
    form.begin({
      ...form.values,
      to: form.values.to || to,
      subject: form.values.subject || subject,
      text: isOwn ? form.values.text : text,
    })
    setMade(text)
  })
  useEffect(() => {
    if (data) fillIn(data)
  }, [data])
  const name = data?.partnerName ?? first?.sender ?? 'the partner'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Ask ${name}`}
      size={660}
      closeLabel="Close"
      form={form}
      submitLabel="Send"
      disabled={!data}
      stays={{ atClick: true, atEscape: false }}
    >
      <p>
        {madeFrom(tickets)} You can edit everything before you send it.
        {data?.lastAskedAt && ` Last asked ${formatDateTime(data.lastAskedAt)}.`}
      </p>
      {letter.isError && (
        <Note meaning="stop" alert title={findServerSentence(letter.error) ?? 'The email could not be created. Try again.'} />
      )}
      <Stack gap="md" mt="md">
        <TextInput
          label="To"
          description={data && data.to === '' ? 'No email address of this partner is on file. Enter one.' : undefined}
          {...form.field('to')}
        />
        <PickOne legend="Requested resolution" options={WISHES} value={wish} onChange={setWish} />
        <TextInput label="Subject" {...form.field('subject')} />
        <Textarea label="Message" rows={12} {...form.field('text')} />
        {data && (
          <Attachments label="Attachments">
            {data.files.map(({ filename, words, size }) => (
              <Attachment key={filename} about={`${words}, ${formatSize(size)}`}>
                {filename}
              </Attachment>
            ))}
          </Attachments>
        )}
        <Checkbox
          label={`Remind them after ${data?.remindDays === 1 ? '1 business day' : `${data?.remindDays ?? 2} business days`}`}
          {...form.field('remind', 'checkbox')}
        />
        {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
        <p>{data?.answersLand === false ? 'Replies come to your own mailbox.' : repliesWords(tickets)}</p>
      </Stack>
      {form.question}
    </FormDialog>
  )
}

const collectNumbers = (tickets: readonly AskedTicket[]) => tickets.map(({ ticketNumber }) => ticketNumber).sort((a, b) => a - b)

function madeFrom(tickets: readonly AskedTicket[]): string {
  const numbers = collectNumbers(tickets)
  return numbers.length === 1 ? `Created from ticket ${numbers[0]}.` : `One email about tickets ${numbers.join(', ')}.`
}

function repliesWords(tickets: readonly AskedTicket[]): string {
  if (tickets.length === 1) return 'Replies and corrected files are added to this ticket.'
  return `Replies are added to ticket ${collectNumbers(tickets)[0]}; the other tickets link to it.`
}

/** Chooses what the email asks for by default: missing product, a return or new data, depending on the ticket. */
function usualWish(ticket: AskedTicket | undefined): Wish {
  const counterKind = ticket?.counterKind
  if (counterKind === 'shortage') return 'Send product'
  if (counterKind === 'damage' || counterKind === 'wrongProduct') return 'Return product'
  return 'Send new data'
}
