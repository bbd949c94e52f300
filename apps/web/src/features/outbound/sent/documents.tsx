import { Button, Group, Stack, TextInput } from '@mantine/core'
import { formatAmount, SHIPMENT_DOCUMENTS, type Shipment, type ShipmentSending, shipmentMail } from '@seriatim/schema'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconDownload, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { EmptyLine } from '../../../ui/list/empty-line.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { formatSize, formatWhen } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { LinkButton, Muted, SubText } from '../../../ui/text/text.tsx'
import { DeliverButton, Deliveries } from './deliveries.tsx'

/** The documents of a shipment, and every email that carried a link to them. */
export function Documents({ shipment }: { shipment: Shipment }) {
  const [mailing, setMailing] = useState(false)
  const { documents, sendings, deliveries, papers, gaps, maySend } = shipment
  return (
    <Section title="Documents" aside={documents.length > 0 ? formatAmount(documents.length, 'document') : undefined}>
      <Stack gap="md">
        {papers === 'failed' && (
          <Note
            meaning="stop"
            alert
            title={gaps.at(-1) ?? 'The documents could not be created.'}
            action={maySend && <RemakeButton shipmentId={shipment.id} />}
          />
        )}
        {papers !== 'failed' && gaps.map((gap) => <Note key={gap} meaning="attention" title={gap} />)}
        <Card>
          {documents.length === 0 && papers !== 'failed' && (
            <EmptyLine>
              <IconText of={IconClock}>The documents are being created. This takes a few seconds.</IconText>
            </EmptyLine>
          )}
          <Lines
            label="Documents"
            lines={documents.map(({ id, kind, filename, bytes }) => ({
              key: id,
              name: filename,
              content: <b>{SHIPMENT_DOCUMENTS[kind]}</b>,
              sub: `${filename}, ${formatSize(bytes)}`,
              end: (
                <Button
                  size="xs"
                  component="a"
                  download
                  href={`/api/shipments/${shipment.id}/documents/${id}/file`}
                  leftSection={<Glyph of={IconDownload} size={16} />}
                  aria-label={`Download ${filename}`}
                >
                  Download
                </Button>
              ),
            }))}
          />
        </Card>
        {maySend && papers === 'ready' && (
          <Group>
            <Button leftSection={<Glyph of={IconMail} size={16} />} onClick={() => setMailing(true)}>
              Send by email
            </Button>
            <DeliverButton shipment={shipment} />
          </Group>
        )}
        {deliveries.length > 0 && <Deliveries deliveries={deliveries} />}
        {sendings.length > 0 && (
          <Card label="Emails">
            {sendings.map((sending) => (
              <Proof key={sending.id} shipment={shipment} sending={sending} />
            ))}
          </Card>
        )}
      </Stack>
      {mailing && <MailDialog shipment={shipment} onClose={() => setMailing(false)} />}
    </Section>
  )
}

function RemakeButton({ shipmentId }: { shipmentId: number }) {
  const remake = trpc.shipment.updateOnePapers.useMutation({ meta: { touches: ['shipment'] } })
  return (
    <Button size="xs" loading={remake.isPending} onClick={() => remake.mutate({ shipmentId })}>
      Create the documents again
    </Button>
  )
}

const STATUS = {
  waiting: { icon: IconClock, meaning: undefined, words: 'The email is on its way.' },
  sent: { icon: IconCircleCheck, meaning: 'done', words: 'Their mail server accepted it.' },
  failed: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not delivered' },
  stopped: { icon: IconAlertTriangle, meaning: 'stop', words: 'Not sent' },
} as const

/** One email: to whom, whether it arrived, and whether the receiver opened the link. */
function Proof({ shipment, sending }: { shipment: Shipment; sending: ShipmentSending }) {
  const again = trpc.shipment.updateOneMail.useMutation({ meta: { touches: ['shipment'], done: 'The email is on its way again.' } })
  const { icon, meaning, words } = STATUS[sending.status]
  const isLost = sending.status === 'failed' || sending.status === 'stopped'
  const mayResend = isLost && shipment.maySend && sending.linkEndedBy === null
  return (
    <CardBody>
      <IconText of={icon} meaning={meaning}>
        <b>
          {sending.isReminder ? 'Reminder' : 'Email'} to {sending.to}
        </b>
      </IconText>
      <SubText>
        By {sending.by}, {formatWhen(sending.at)}. {words}
        {sending.error && `: ${sending.error}`}{' '}
        {!isLost &&
          (sending.opened > 0
            ? `The link was opened ${formatAmount(sending.opened, 'time')}${sending.lastOpenedAt ? `, last ${formatWhen(sending.lastOpenedAt)}` : ''}.`
            : 'Nobody has opened the link yet.')}
        {sending.linkEndedBy !== null && ` ${sending.linkEndedBy} ended the link.`}
      </SubText>
      {shipment.maySend && (mayResend || sending.linkWorks) && (
        <Group gap="md">
          {mayResend && (
            <LinkButton onClick={() => again.mutate({ shipmentId: shipment.id, sendingId: sending.id })}>Send it again</LinkButton>
          )}
          {sending.linkWorks && <EndLink shipmentId={shipment.id} sending={sending} />}
        </Group>
      )}
    </CardBody>
  )
}

/** Ends the link of an email, for example one that went to a wrong address. */
function EndLink({ shipmentId, sending }: { shipmentId: number; sending: ShipmentSending }) {
  const end = useDialogMutation(
    trpc.shipment.deleteOneLink.useMutation({ meta: { touches: ['shipment'], done: 'The link no longer works.' } }),
  )
  return (
    <>
      <LinkButton aria-label={`End this link, sent to ${sending.to}`} onClick={end.open}>
        End this link
      </LinkButton>
      <ConfirmDialog
        opened={end.opened}
        onClose={end.close}
        title={`End the link to ${sending.to}?`}
        confirmLabel="End the link"
        destructive
        pending={end.isPending}
        onConfirm={() => void end.submit({ shipmentId, sendingId: sending.id })}
      >
        This link no longer opens the documents. The QR code on the letter stops working too if it has the same link, as with the first
        email.
      </ConfirmDialog>
    </>
  )
}

function MailDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const send = trpc.shipment.createOneMail.useMutation({ meta: { quiet: true, touches: ['shipment'], done: 'The email is on its way.' } })
  const form = useZodForm({
    shape: shipmentMail.omit({ shipmentId: true }),
    initial: { to: shipment.mailTo },
    send: (values) => send.mutateAsync({ ...values, shipmentId: shipment.id }),
    refusalOf: toRefusal,
    onSent: onClose,
  })
  return (
    <FormDialog opened title="Send the documents by email" submitLabel="Send" form={form} onClose={onClose}>
      <Muted>The email has a link to the documents that works without an account. You see here when it is opened.</Muted>
      <TextInput label="To" {...form.field('to')} />
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
