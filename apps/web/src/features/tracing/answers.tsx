import { Button, Group, Stack } from '@mantine/core'
import { formatAmount, type TracingAnswer, type TracingRequest, type TracingSending } from '@seriatim/schema'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconDownload,
  IconFileTypePdf,
  IconLink,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDate, formatSize, formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { LinkButton, Muted, SubText } from '../../ui/text/text.tsx'
import { AcknowledgeDialog, LinkDialog, MailDialog, PrepareDialog } from './answer-dialogs.tsx'

type Open = { kind: 'prepare' } | { kind: 'acknowledge' } | { kind: 'mail' | 'link'; answer: TracingAnswer } | undefined

/** Answers with their files and with the record of every time they were handed over, newest first. */
export function Answers({ request }: { request: TracingRequest }) {
  const [open, setOpen] = useState<Open>()
  const { answers, mayWrite, standing, acknowledgedAt, isDrill, isIdentityChecked } = request
  const mayAct = mayWrite && standing !== 'closed'
  const close = () => setOpen(undefined)
  return (
    <Section title="Answers" aside={answers.length ? formatAmount(answers.length, 'answer') : undefined}>
      <Stack gap="md">
        {mayAct && (
          <Group gap="sm">
            <Button variant="filled" onClick={() => setOpen({ kind: 'prepare' })}>
              Prepare an answer
            </Button>
            <PreviewButton requestId={request.id} />
            {!acknowledgedAt && <Button onClick={() => setOpen({ kind: 'acknowledge' })}>Acknowledge</Button>}
          </Group>
        )}
        {mayAct && !isDrill && !isIdentityChecked && (
          <Note meaning="attention" title="Nobody has verified the requester yet. You can send an answer only after that.">
            A sender’s address and a caller’s number can both be forged.
          </Note>
        )}
        <Card>
          {request.sendings.map((sending) => (
            <Proof key={sending.id} request={request} sending={sending} mayAct={mayAct} />
          ))}
          {answers.length === 0 && (
            <EmptyLine>
              <IconText of={IconCircleDashed}>
                Nothing has been sent yet. The time, recipient and fingerprint of each answer will appear here.
              </IconText>
            </EmptyLine>
          )}
          {answers.map((answer) => (
            <AnswerBlock key={answer.id} request={request} answer={answer} mayAct={mayAct} onOpen={setOpen} />
          ))}
        </Card>
      </Stack>
      {open?.kind === 'prepare' && <PrepareDialog request={request} onClose={close} />}
      {open?.kind === 'acknowledge' && <AcknowledgeDialog request={request} onClose={close} />}
      {open?.kind === 'mail' && <MailDialog request={request} answer={open.answer} onClose={close} />}
      {open?.kind === 'link' && <LinkDialog request={request} answer={open.answer} onClose={close} />}
    </Section>
  )
}

function PreviewButton({ requestId }: { requestId: number }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.tracing.readOnePreview.fetch({ requestId }, FRESH), 'application/pdf')
  return (
    <Button leftSection={<Glyph of={IconFileTypePdf} size={16} />} loading={isSaving} onClick={save}>
      Preview
    </Button>
  )
}

interface AnswerBlockProps {
  request: TracingRequest
  answer: TracingAnswer
  mayAct: boolean
  onOpen: (open: Open) => void
}

function AnswerBlock({ request, answer, mayAct, onOpen }: AnswerBlockProps) {
  const { state, number, madeBy, madeAt, sha256, bytes, gaps, files, items, sentAt, isHidden } = answer
  return (
    <CardBody>
      <Group justify="space-between" gap="sm">
        <b>Answer {number}</b>
        <StateBadge answer={answer} />
      </Group>
      <SubText>
        {madeBy}, {formatWhen(madeAt)}, {items === request.items ? 'all items' : formatAmount(items, 'item')}
        {bytes !== null && `, ${formatSize(bytes)}`}
        {gaps.length > 0 && `, ${formatAmount(gaps.length, 'gap')} stated`}
      </SubText>
      {answer.note && <Muted>{answer.note}</Muted>}
      {answer.failure && <Note meaning="stop" title={answer.failure} />}
      {(state === 'queued' || state === 'building') && <Bar label={`Preparing answer ${number}`} done={answer.done} total={answer.total} />}
      {state === 'ready' && sha256 && (
        <>
          <SubText>
            Fingerprint{' '}
            <Code groups={[sha256.slice(0, 8), '…', sha256.slice(-6)]} whole={sha256} copy={`fingerprint of answer ${number}`} small />
          </SubText>
          {!isHidden && (
            <Disclosure title={`${formatAmount(files.length, 'file')}, and a list of what is missing`} opened={false}>
              {files.map(({ name, bytes: size }) => (
                <div key={name}>
                  {name} <SubText>{formatSize(size)}</SubText>
                </div>
              ))}
              {gaps.slice(0, 50).map((gap) => (
                <div key={gap}>{gap}</div>
              ))}
            </Disclosure>
          )}
          <FileLine {...{ request, answer, mayAct, onOpen }} />
        </>
      )}
      {sentAt === null && state === 'ready' && <SubText>Not handed over yet.</SubText>}
      {answer.sendings.map((sending) => (
        <Proof key={sending.id} request={request} sending={sending} mayAct={mayAct} />
      ))}
    </CardBody>
  )
}

function FileLine(props: AnswerBlockProps) {
  const { isHidden, isRemoved, keptUntil } = props.answer
  if (isHidden) return <SubText>This answer covers locations that you cannot see, so you cannot open or send it.</SubText>
  if (isRemoved) return <SubText>The file of this answer was removed on {formatDate(keptUntil)}.</SubText>
  return <Handing {...props} />
}

function StateBadge({ answer: { state, sentAt, sendings } }: { answer: TracingAnswer }) {
  if (state === 'failed') return <Badge meaning="stop">Failed</Badge>
  if (state === 'discarded') return <Badge>Discarded</Badge>
  if (state !== 'ready') return <Badge>Being prepared</Badge>
  const newest = sendings.at(-1)
  if (newest && isLost(newest)) return <Badge meaning="stop">Did not arrive</Badge>
  return sentAt ? <Badge meaning="done">Handed over</Badge> : <Badge meaning="attention">Ready, not sent</Badge>
}

const isLost = ({ mailStatus }: TracingSending) => mailStatus === 'failed' || mailStatus === 'stopped'

function Handing({ request, answer, mayAct, onOpen }: AnswerBlockProps) {
  const refs = { requestId: request.id, answerId: answer.id }
  const meta = { quiet: true, touches: ['tracing'] } as const
  const handOver = trpc.tracing.updateOneHandedOver.useMutation({ meta: { ...meta, done: 'Noted.' } })
  const discard = trpc.tracing.updateOneDiscard.useMutation({ meta: { ...meta, done: 'Answer discarded.' } })
  const error = handOver.error ?? discard.error
  return (
    <>
      {error && <Note meaning="stop" alert title={toRefusal(error).sentence} />}
      <Group gap="xs" mt="xs">
        {mayAct && !request.isDrill && (
          <>
            <Button
              size="xs"
              variant="filled"
              leftSection={<Glyph of={IconSend} size={16} />}
              onClick={() => onOpen({ kind: 'mail', answer })}
            >
              Send by email
            </Button>
            <Button size="xs" leftSection={<Glyph of={IconLink} size={16} />} onClick={() => onOpen({ kind: 'link', answer })}>
              Link
            </Button>
          </>
        )}
        <Button
          size="xs"
          component="a"
          download
          href={`/api/tracing/${request.id}/answers/${answer.id}/file`}
          leftSection={<Glyph of={IconDownload} size={16} />}
        >
          Download
        </Button>
        {mayAct && !answer.sentAt && (
          <>
            <Button size="xs" loading={handOver.isPending} onClick={() => handOver.mutate(refs)}>
              {request.isDrill ? 'Count it as handed over' : 'I handed over the file'}
            </Button>
            <LinkButton onClick={() => discard.mutate(refs)}>Discard</LinkButton>
          </>
        )}
      </Group>
    </>
  )
}

const CHANNELS = {
  mail: 'Sent by email',
  link: 'Handed over with a link',
  download: 'Handed over as a file',
  acknowledgment: 'Acknowledged',
} as const

/** Shows one delivery of an answer: who delivered it to whom and when, and the status of the email or the link. */
function Proof({ request, sending, mayAct }: { request: TracingRequest; sending: TracingSending; mayAct: boolean }) {
  const lost = trpc.tracing.updateOneUndelivered.useMutation({ meta: { touches: ['tracing'], done: 'Noted.' } })
  const end = trpc.tracing.updateOneLinkEnd.useMutation({ meta: { touches: ['tracing'], done: 'The link no longer works.' } })
  const refs = { requestId: request.id, sendingId: sending.id }
  const isLinkOpen = sending.expiresAt !== null && Date.parse(sending.expiresAt) > Date.now()
  const isFailed = isLost(sending)
  return (
    <CardBody>
      <IconText of={isFailed ? IconAlertTriangle : IconCircleCheck} meaning={isFailed ? 'stop' : 'done'}>
        <b>
          {CHANNELS[sending.channel]} {formatWhen(sending.at)}
        </b>
      </IconText>
      <SubText>
        By {sending.by}
        {sending.to && `, to ${sending.to}`}. {mailWords(sending)}
        {sending.uses !== null && sending.uses !== undefined && ` ${linkWords(sending)}`}
      </SubText>
      {request.mayWrite && (
        <Group gap="md">
          {mayAct && sending.mailStatus === 'sent' && <LinkButton onClick={() => lost.mutate(refs)}>Mark as not delivered</LinkButton>}
          {isLinkOpen && <LinkButton onClick={() => end.mutate(refs)}>Deactivate link</LinkButton>}
        </Group>
      )}
    </CardBody>
  )
}

function mailWords({ mailStatus, mailSentAt, mailError }: TracingSending): string {
  if (mailStatus === 'sent') return `Their mail server accepted the email ${mailSentAt ? formatWhen(mailSentAt) : ''}.`
  if (mailStatus === 'waiting') return 'The email is on its way.'
  return mailStatus ? `Not delivered: ${mailError ?? 'refused'}` : ''
}

const linkWords = ({ uses, lastUsedAt }: TracingSending): string =>
  uses
    ? `The link was opened ${formatAmount(uses, 'time')}${lastUsedAt ? `, last ${formatWhen(lastUsedAt)}` : ''}.`
    : 'Nobody has opened the link yet.'
