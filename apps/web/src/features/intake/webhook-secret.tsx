import { Button, Checkbox, Stack } from '@mantine/core'
import type { Webhook } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** A new secret, which cannot be shown again after the dialog closes. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <DialogPart
      foot={
        <Button variant="filled" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <Stack gap="md">
        <Note meaning="attention" title="This secret is shown only once">
          The receiver needs this secret to verify that a message comes from Seriatim and was not changed.
        </Note>
        <Code groups={[secret]} copy="secret" wraps />
        <Muted>
          Messages are signed according to the Standard Webhooks specification. Its libraries can verify the signatures in most programming
          languages.
        </Muted>
      </Stack>
    </DialogPart>
  )
}

/** Replaces the secret of an endpoint. */
export function WebhookSecretDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [keepsPrevious, setKeeps] = useState(true)
  const rotate = trpc.webhook.updateOneSecret.useMutation({ meta: { touches: ['webhook'] } })
  return (
    <Dialog opened onClose={onClose} stays title={rotate.data ? 'Copy the secret' : `Replace the secret of ${name}?`} size={560}>
      {rotate.data ? (
        <ShownSecret secret={rotate.data.secret} onClose={onClose} />
      ) : (
        <DialogPart
          foot={
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button variant="filled" loading={rotate.isPending} onClick={() => rotate.mutate({ webhookId: id, keepsPrevious })}>
                Replace the secret
              </Button>
            </>
          }
        >
          <Checkbox
            label="Sign with both secrets for one day"
            description="The receiver can change over without losing events. Clear this if the current secret has leaked."
            checked={keepsPrevious}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
            data-autofocus
          />
        </DialogPart>
      )}
    </Dialog>
  )
}
