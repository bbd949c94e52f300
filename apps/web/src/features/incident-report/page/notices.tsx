import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { NOTIFY_TEXT } from '@seriatim/schema/legal-rules'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import { MailField } from '../form/mail-field.tsx'
import type { Incident } from '../use-incident.ts'

interface Partner {
  key: number
  name: string
  emailAddress: string
}

const describeSubject = ({ form, state }: Incident) =>
  state === 'TERMINATION' || state === 'TERMINATED'
    ? `Notification of illegitimate product terminated: ${form.nameOfProduct}`
    : `Notice of illegitimate product: ${form.nameOfProduct}`

const readBody = ({ form, state }: Incident) =>
  state === 'TERMINATION' || state === 'TERMINATED'
    ? `Dear {partner},\n\nOur notice of illegitimate product about ${form.nameOfProduct} is no longer necessary${form.incidentNumber ? ` (FDA incident number ${form.incidentNumber})` : ''}.\n\n${form.contactName}\n${form.companyName}\n${form.contactPhone}`
    : `Dear {partner},\n\nWe determined that the following product is illegitimate (${form.classification.toLowerCase()}). You may have received or resold it. Please look for it, do not dispense or sell it, and tell us what you find.\n\nProduct: ${form.nameOfProduct}\nNDC: ${form.ndc || '-'}\nLot: ${form.lotNumber || '-'}\nSerial number: ${form.serialNumber || '-'}\n\n${form.contactName}\n${form.companyName}\n${form.contactPhone}`

/** Notices to immediate trading partners, due within the same 24 hours as the report to the FDA: one email each, addressed by name. */
export function Notices({ incident }: { incident: Incident }) {
  const [opened, setOpened] = useState(false)
  return (
    <IncidentPart id="incident-notices" title="Trading partners">
      <Muted>
        Notify everyone who may have received the product. The notices are due within the same {NOTIFY_TEXT}. Notify everyone again when the
        incident is over.
      </Muted>
      {opened ? (
        <NoticeForm incident={incident} onDone={() => setOpened(false)} />
      ) : (
        <Button mt="sm" onClick={() => setOpened(true)}>
          Notify trading partners
        </Button>
      )}
    </IncidentPart>
  )
}

function NoticeForm({ incident, onDone }: { incident: Incident; onDone: () => void }) {
  const known = trpc.incidentReport.readManyPartners.useQuery({ incidentId: incident.id })
  const [typed, setTyped] = useState<Partner[]>()
  const [subject, setSubject] = useState(describeSubject(incident))
  const [body, setBody] = useState(readBody(incident))
  const notify = useDialogMutation(
    trpc.incidentReport.createManyNotices.useMutation({
      meta: { done: 'The notices are on their way.', touches: ['incidentReport'], quiet: true },
    }),
    onDone,
  )
  const suggested = (known.data ?? []).map(({ name }, key) => ({ key, name, emailAddress: '' }))
  const partners = typed ?? (suggested.length > 0 ? suggested : [{ key: 0, name: '', emailAddress: '' }])
  const change = (key: number, next: Partial<Partner>) => setTyped(partners.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const complete = partners.filter((one) => one.name.trim() && one.emailAddress.trim())
  const send = () =>
    void notify.submit({
      incidentId: incident.id,
      subject,
      body,
      partners: complete.map(({ name, emailAddress }) => ({ name, emailAddress })),
    })
  // The suggested partners fill the fields, so the fields are shown only after the suggestions have loaded. Otherwise the suggestions could overwrite
  // what somebody is typing.
  if (known.isPending) return <Skeleton height={180} />
  return (
    <Stack gap="md" mt="md" align="stretch">
      {partners.map((partner, at) => (
        <Group key={partner.key} gap="xs" align="flex-end">
          <TextInput
            label={`Partner ${at + 1}`}
            flex="1 1 200px"
            value={partner.name}
            onChange={(event) => change(partner.key, { name: event.currentTarget.value })}
          />
          <MailField
            label={`Email of partner ${at + 1}`}
            flex="1 1 200px"
            value={partner.emailAddress}
            onChange={(event) => change(partner.key, { emailAddress: event.currentTarget.value })}
          />
          <IconButton
            of={IconX}
            label={`Remove partner ${at + 1}`}
            onClick={() => setTyped(partners.filter((one) => one.key !== partner.key))}
          />
        </Group>
      ))}
      <Button
        size="xs"
        mr="auto"
        leftSection={<Glyph of={IconPlus} size={16} />}
        onClick={() => setTyped([...partners, { key: Math.max(0, ...partners.map((one) => one.key)) + 1, name: '', emailAddress: '' }])}
      >
        Add another partner
      </Button>
      <TextInput label="Subject" value={subject} onChange={(event) => setSubject(event.currentTarget.value)} />
      <Textarea
        label="Message"
        description="{partner} is replaced with each partner’s name"
        rows={8}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      {notify.error !== null && <Note meaning="stop" alert title={writeSentence(notify.error)} />}
      <Button mr="auto" disabled={complete.length === 0} loading={notify.isPending} onClick={send}>
        {complete.length === 0 ? 'Send notices' : `Send ${formatAmount(complete.length, 'notice')}`}
      </Button>
    </Stack>
  )
}
