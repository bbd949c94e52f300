import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { exceptionAsk, WISHES, type Wish } from '@seriatim/schema'
import { IconMail, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { refusalOf, saidOr } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatDateTime, formatSize } from '../../ui/format.ts'
import { useZodForm } from '../../ui/use-zod-form.ts'
import css from './ask-dialog.module.css'
import type { Ticket } from './use-exceptions.ts'

/** A mail to the partner, made from the ticket: what is wanted changes its words until somebody changes them by hand. */
export function AskPartner({ ticket }: { ticket: Ticket }) {
  const [opened, setOpened] = useState(false)
  if (ticket.currentErrorStatus !== 'OPEN') return null
  return (
    <>
      <Button variant="filled" leftSection={<IconMail size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        Ask the partner
      </Button>
      {opened && <Letter ticket={ticket} onClose={() => setOpened(false)} />}
    </>
  )
}

const written = exceptionAsk.omit({ documentExceptionId: true, wish: true })

function Letter({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const documentExceptionId = ticket.id
  const [wish, setWish] = useState<Wish>(usualWish(ticket))
  const letter = trpc.documentException.readOneLetter.useQuery({ documentExceptionId, wish }, { staleTime: 0, gcTime: 0 })
  const ask = trpc.documentException.createOneAsk.useMutation({
    meta: { done: 'The mail is on its way.', touches: ['documentException'], quiet: true },
  })
  const form = useZodForm({
    shape: written,
    initial: { to: '', subject: '', text: '', remind: true },
    send: (values) => ask.mutateAsync({ documentExceptionId, wish, ...values }),
    refusalOf,
    onSent: onClose,
    leaveWords: 'The mail was not sent.',
  })
  const { data } = letter
  const [made, setMade] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the words come; what was typed stays.
  useEffect(() => {
    if (!data) return
    const isOwn = made !== undefined && form.values.text !== made
    form.begin({
      ...form.values,
      to: form.values.to || data.to,
      subject: form.values.subject || data.subject,
      text: isOwn ? form.values.text : data.text,
    })
    setMade(data.text)
  }, [data])
  const name = data?.partnerName ?? ticket.sender ?? 'the partner'
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
      <p className={css.quiet}>
        Made from ticket {ticket.ticketNumber}. Change what you like.
        {data?.lastAskedAt && ` Last asked ${formatDateTime(data.lastAskedAt)}.`}
      </p>
      {letter.isError && <p role="alert">{saidOr(letter.error, 'The mail could not be made. Try again.')}</p>}
      <TextInput
        label="To"
        description={data && data.to === '' ? 'No email address of this partner is on file. Enter one.' : undefined}
        {...form.field('to')}
      />
      <fieldset className={css.wishes}>
        <legend>What you want</legend>
        {WISHES.map((one) => (
          <label key={one} className={css.wish}>
            <input type="radio" name="wish" value={one} checked={wish === one} onChange={() => setWish(one)} />
            {one}
          </label>
        ))}
      </fieldset>
      <TextInput label="Subject" {...form.field('subject')} />
      <Textarea label="Message" rows={12} mt="md" {...form.field('text')} />
      {data && (
        <ul className={css.files} aria-label="Attachments">
          {data.files.map(({ filename, words, size }) => (
            <li key={filename}>
              <IconPaperclip size={16} aria-hidden="true" /> {filename}{' '}
              <span className={css.quiet}>
                {words}, {formatSize(size)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Checkbox
        label={`Remind them after ${data?.remindDays === 1 ? '1 business day' : `${data?.remindDays ?? 2} business days`}`}
        {...form.field('remind', 'checkbox')}
      />
      {form.sentence && (
        <p className={css.fault} role="alert">
          {form.sentence}
        </p>
      )}
      <p className={css.foot}>
        {data?.answersLand === false ? 'Answers come to your own mailbox.' : 'Answers and corrected files land on this ticket.'}
      </p>
      {form.question}
    </FormDialog>
  )
}

/** What one usually wants of such a ticket. */
function usualWish({ counterKind }: Ticket): Wish {
  if (counterKind === 'shortage') return 'Send product'
  if (counterKind === 'damage' || counterKind === 'wrongProduct') return 'Return product'
  return 'Send new data'
}
