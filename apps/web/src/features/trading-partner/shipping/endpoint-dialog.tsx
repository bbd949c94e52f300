import { Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { ENDPOINT_SECRETS, httpsEndpoint, type NewPartnerEndpoint, type ShipmentPartner, sftpEndpoint } from '@seriatim/schema'
import { type ReactNode, useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Muted } from '../../../ui/text/text.tsx'

interface EndpointDialogProps {
  partner: ShipmentPartner
  onClose: () => void
  onSaved: () => void
}

interface FormProps extends EndpointDialogProps {
  save: (endpoint: NewPartnerEndpoint) => Promise<unknown>
  /** Chooses between HTTPS and SFTP. */
  choice: ReactNode
}

/** The endpoint where a partner receives documents. A new endpoint replaces the previous one, so its secret must always be typed again. */
export function EndpointDialog(props: EndpointDialogProps) {
  const [kind, setKind] = useState<'https' | 'sftp'>(props.partner.endpoint?.kind ?? 'https')
  const save = trpc.tradingPartner.createOneEndpoint.useMutation({
    meta: { quiet: true, touches: ['tradingPartner', 'shipment'], done: 'Saved.' },
  })
  const choice = (
    <NativeSelect
      label="How they receive documents"
      data={[
        { value: 'https', label: 'HTTPS request with the document' },
        { value: 'sftp', label: 'File on their SFTP server' },
      ]}
      value={kind}
      onChange={(event) => setKind(event.currentTarget.value === 'sftp' ? 'sftp' : 'https')}
    />
  )
  const Form = kind === 'https' ? HttpsForm : SftpForm
  return <Form {...props} choice={choice} save={(endpoint) => save.mutateAsync(endpoint)} />
}

const title = ({ name }: ShipmentPartner) => `Endpoint of ${name}`
const NEVER_SHOWN = 'Stored encrypted, and never shown again.'

function HttpsForm({ partner, onClose, onSaved, save, choice }: FormProps) {
  const form = useZodForm({
    shape: httpsEndpoint,
    initial: { kind: 'https', tradingPartnerId: partner.id, url: '', secretKind: 'bearer', userName: '', headerName: '', secret: '' },
    send: save,
    refusalOf: toRefusal,
    onSent: onSaved,
  })
  const { secretKind } = form.values
  return (
    <FormDialog opened title={title(partner)} submitLabel="Save and test" form={form} onClose={onClose}>
      <Stack gap="sm">
        {choice}
        <TextInput label="URL" placeholder="https://epcis.northway.example/capture" {...form.field('url')} />
        <NativeSelect
          label="Authentication"
          data={Object.entries(ENDPOINT_SECRETS).map(([value, label]) => ({ value, label }))}
          {...form.field('secretKind')}
        />
        {secretKind === 'basic' && <TextInput label="User name" autoComplete="off" {...form.field('userName')} />}
        {secretKind === 'header' && <TextInput label="Header" placeholder="X-API-Key" autoComplete="off" {...form.field('headerName')} />}
        {secretKind !== 'none' && (
          <TextInput
            type="password"
            label={secretKind === 'basic' ? 'Password' : 'Secret'}
            description={NEVER_SHOWN}
            autoComplete="new-password"
            {...form.field('secret')}
          />
        )}
        <Muted>We send a POST request with the EPCIS document as XML. A status of 2xx means that they have received it.</Muted>
      </Stack>
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}

function SftpForm({ partner, onClose, onSaved, save, choice }: FormProps) {
  const form = useZodForm({
    shape: sftpEndpoint,
    initial: {
      kind: 'sftp',
      tradingPartnerId: partner.id,
      host: '',
      port: 22,
      userName: '',
      folder: '/',
      secretKind: 'password',
      secret: '',
    },
    send: save,
    refusalOf: toRefusal,
    onSent: onSaved,
  })
  return (
    <FormDialog opened title={title(partner)} submitLabel="Save and test" form={form} onClose={onClose}>
      <Stack gap="sm">
        {choice}
        <Group gap="md" align="flex-start" wrap="nowrap">
          <TextInput label="Server" placeholder="sftp.northway.example" flex={1} {...form.field('host')} />
          <NumberInput label="Port" w={110} hideControls allowDecimal={false} {...form.field('port')} />
        </Group>
        <TextInput label="User name" autoComplete="off" {...form.field('userName')} />
        <TextInput label="Folder" {...form.field('folder')} />
        <NativeSelect
          label="Sign in with"
          data={[
            { value: 'password', label: 'A password' },
            { value: 'key', label: 'A private key' },
          ]}
          {...form.field('secretKind')}
        />
        {form.values.secretKind === 'password' ? (
          <TextInput type="password" label="Password" description={NEVER_SHOWN} autoComplete="new-password" {...form.field('secret')} />
        ) : (
          <Textarea
            label="Private key"
            description={`Without a passphrase. ${NEVER_SHOWN}`}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            rows={3}
            {...form.field('secret')}
          />
        )}
        <Muted>Before the first document is sent, you confirm the host key of their server with the partner.</Muted>
      </Stack>
      {form.sentence && <FormError>{form.sentence}</FormError>}
    </FormDialog>
  )
}
