import { Button, Group, Stack } from '@mantine/core'
import type { PartnerEndpoint, ShipmentPartner } from '@seriatim/schema'
import { IconAlertOctagon, IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { SkeletonCard } from '../../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { LinkButton, Muted } from '../../../ui/text/text.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'

const TOUCHES = { touches: ['tradingPartner', 'shipment'] }

/** The HTTPS or SFTP endpoint where a partner receives documents, with its test. */
export function Endpoint({ partner }: { partner: ShipmentPartner }) {
  const [open, setOpen] = useState<'edit' | 'test' | null>(null)
  const { endpoint, mayManageEndpoint } = partner
  if (!endpoint && !mayManageEndpoint) return null
  const close = () => setOpen(null)
  return (
    // React also passes a submit event of a dialog to the form around this component, so stop it here.
    <div onSubmit={(event) => event.stopPropagation()}>
      {endpoint ? (
        <IconText of={endpoint.isReady ? IconCheck : IconAlertTriangle} meaning={endpoint.isReady ? 'done' : 'attention'}>
          {endpoint.isReady ? `Endpoint: ${endpoint.words}` : `Endpoint: ${endpoint.words}. Its host key is not confirmed yet.`}
        </IconText>
      ) : (
        <Muted>No HTTPS or SFTP endpoint.</Muted>
      )}
      {mayManageEndpoint && (
        <Group gap="md">
          {endpoint && <LinkButton onClick={() => setOpen('test')}>Test the endpoint</LinkButton>}
          <LinkButton onClick={() => setOpen('edit')}>{endpoint ? 'Replace the endpoint' : 'Add an endpoint'}</LinkButton>
          {endpoint && <RemoveEndpoint endpoint={endpoint} />}
        </Group>
      )}
      {open === 'edit' && <EndpointDialog partner={partner} onClose={close} onSaved={() => setOpen('test')} />}
      {open === 'test' && endpoint && (
        <Dialog opened onClose={close} title={`Test ${endpoint.words}`} size={560} foot={<Button onClick={close}>Close</Button>}>
          <EndpointTest endpoint={endpoint} />
        </Dialog>
      )}
    </div>
  )
}

function RemoveEndpoint({ endpoint }: { endpoint: PartnerEndpoint }) {
  const remove = useDialogMutation(
    trpc.tradingPartner.deleteOneEndpoint.useMutation({ meta: { ...TOUCHES, done: 'The endpoint was removed.' } }),
  )
  return (
    <>
      <LinkButton onClick={remove.open}>Remove the endpoint</LinkButton>
      <ConfirmDialog
        opened={remove.opened}
        onClose={remove.close}
        title="Remove the endpoint?"
        confirmLabel={`Remove ${endpoint.words}`}
        destructive
        pending={remove.isPending}
        onConfirm={() => void remove.submit({ endpointId: endpoint.id })}
      >
        Its secret is deleted, and documents that are still waiting for delivery are not sent there.
      </ConfirmDialog>
    </>
  )
}

function EndpointTest({ endpoint }: { endpoint: PartnerEndpoint }) {
  const test = trpc.tradingPartner.readOneEndpointTest.useQuery({ endpointId: endpoint.id }, { gcTime: 0, staleTime: 0 })
  return (
    <Stack gap="md" mih={140}>
      <Loaded
        query={test}
        subject="The test"
        sentence={findServerSentence(test.error)}
        safe="Shipments are not affected"
        waiting={<SkeletonCard />}
      >
        {({ isOk, text, fingerprint }) => (
          <Stack gap="md">
            <div role="status">
              <IconText of={isOk ? IconCheck : IconAlertOctagon} meaning={isOk ? 'done' : 'stop'}>
                {text}
              </IconText>
            </div>
            {fingerprint && <ConfirmKey endpointId={endpoint.id} fingerprint={fingerprint} />}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function ConfirmKey({ endpointId, fingerprint }: { endpointId: number; fingerprint: string }) {
  const confirm = trpc.tradingPartner.updateOneEndpointKey.useMutation({
    meta: { ...TOUCHES, done: 'The host key was confirmed. Documents can now be sent.' },
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Code groups={[fingerprint]} copy="fingerprint" wraps small />
      <Button variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate({ endpointId, fingerprint })}>
        Confirm this host key
      </Button>
    </Stack>
  )
}
