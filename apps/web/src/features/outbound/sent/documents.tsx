import { Button, Group, Stack, TextInput } from '@mantine/core'
import { formatAmount, SHIPMENT_DOCUMENTS, type Shipment, shipmentMail } from '@seriatim/schema'
import { IconClock, IconDownload, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { EmptyLine } from '../../../ui/list/empty-line.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { formatSize } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { DeliverButton, Deliveries } from './deliveries.tsx'
import { Emails } from './emails.tsx'

/** The documents of a shipment, and every email that carried a link to them. */
export function Documents({ shipment }: { shipment: Shipment }) {
  const [mailing, setMailing] = useState(false)
  const { documents, deliveries, papers, gaps, maySend } = shipment
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
        <Emails shipment={shipment} />
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
