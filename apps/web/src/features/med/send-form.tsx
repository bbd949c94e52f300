import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { blobOf } from '../../api/download.ts'
import { keyOf, sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { fileKind } from '../../ui/file-kind.ts'
import { formatSize } from '../../ui/format.ts'
import { loadable } from '../../ui/loadable.tsx'
import { Failed } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import type { Pedigree } from './med-facts.tsx'

const PdfView = loadable(() => import('../../ui/pdf-view.tsx'))

/** The mail, and beside it the paper that goes with it. No checks here but the semicolons (P1 §5): the server says what is wrong. */
export function SendForm({
  pedigree,
  sent,
}: {
  pedigree: Pedigree /** The record of what was sent, beneath the form. */
  sent?: ReactNode
}) {
  const { med, redbookDetail, attachments } = pedigree
  const [to, setTo] = useState('')
  const [cc, setCc] = useState('')
  const [subject, setSubject] = useState(`Pedigree: ${redbookDetail.medName ?? 'package'}, serial number ${med.serialNumber}`)
  const [body, setBody] = useState('')
  const [evenHeld, setEvenHeld] = useState(false)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const email = trpc.med.emailOne.useMutation({ meta: { done: 'The pedigree is on its way.', quiet: true } })
  const utils = trpc.useUtils()
  const wrong = email.error ? faultOf(email.error, cc) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (email.isPending) return
    email.mutate(
      { medId: med.id, to, cc, subject, body, attachments: [...ticked], evenHeld },
      {
        onSuccess: () => {
          setTo('')
          setCc('')
          void utils.med.readManyEmails.invalidate({ medId: med.id })
        },
      },
    )
  }
  const tick = (id: number) => setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  return (
    <div className="send-columns">
      <div className="send-left">
        <form className="card send-form" aria-label="Email" onSubmit={send} noValidate>
          <TextInput
            label="To"
            description="Several addresses with a semicolon between them"
            value={to}
            error={wrong?.to}
            autoComplete="email"
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <TextInput label="Cc" value={cc} error={wrong?.cc} autoComplete="off" onChange={(event) => setCc(event.currentTarget.value)} />
          <TextInput label="Subject" value={subject} maxLength={500} onChange={(event) => setSubject(event.currentTarget.value)} />
          <Textarea label="Message" rows={6} value={body} maxLength={20_000} onChange={(event) => setBody(event.currentTarget.value)} />
          <fieldset className="send-files">
            <legend>Attachments</legend>
            <p>
              <IconFileText className="ic ic-16" aria-hidden="true" /> The pedigree as a PDF goes with every mail.
            </p>
            {attachments.length === 0 ? (
              <p className="muted">
                This med has no attachments. <Link href={`/meddetail/${med.id}`}>Add some</Link>
              </p>
            ) : (
              attachments.map(({ id, filename, contentType, size }) => (
                <Checkbox
                  key={id}
                  label={filename}
                  description={`${fileKind(contentType)}, ${formatSize(size)}`}
                  checked={ticked.includes(id)}
                  onChange={() => tick(id)}
                />
              ))
            )}
          </fieldset>
          {pedigree.isHeld && (
            <Note meaning="stop" title="This med is on hold">
              <Checkbox
                label="Send its pedigree all the same"
                checked={evenHeld}
                onChange={(event) => setEvenHeld(event.currentTarget.checked)}
              />
            </Note>
          )}
          {wrong?.form && (
            <p className="error" role="alert">
              {wrong.form}
            </p>
          )}
          <Button type="submit" variant="filled" loading={email.isPending}>
            Send Pedigree
          </Button>
        </form>
        {sent}
      </div>
      <Paper medId={med.id} serialNumber={med.serialNumber} />
    </div>
  )
}

/** Which field the server's sentence is about; the form as a whole where it is about none. */
function faultOf(error: Parameters<typeof sentenceOf>[0], cc: string): { to?: string; cc?: string; form?: string } {
  const sentence = sentenceOf(error)
  const key = keyOf(error)
  if (key === 'mail_without_recipient' || key === 'mail_too_many_recipients') return { to: sentence }
  if (key !== 'mail_address_invalid') return { form: sentence }
  const bad = /^"(.*)"/s.exec(sentence)?.[1]
  return bad && cc.includes(bad) ? { cc: sentence } : { to: sentence }
}

function Paper({ medId, serialNumber }: { medId: number; serialNumber: string }) {
  const paper = trpc.med.readOnePaper.useQuery({ medId }, { staleTime: 60_000 })
  const base64 = paper.data?.base64
  const bytes = useMemo(() => (base64 ? blobOf(base64, 'application/pdf') : undefined), [base64])
  return (
    <section aria-labelledby="send-paper">
      <h2 id="send-paper">What they get</h2>
      {bytes ? (
        <PdfView bytes={bytes} label={`Pedigree of ${serialNumber}`} standIn={<div className="card send-loading skeleton" />} />
      ) : paper.isError ? (
        <Failed
          query={paper}
          what="The preview could not be made."
          meaning="The mail can be sent all the same if its PDF can be made then."
        />
      ) : (
        <div className="card send-loading skeleton" aria-busy="true" />
      )}
    </section>
  )
}
