import { Button, NativeSelect, Stack } from '@mantine/core'
import { DAY_MS, formatAmount, HOUR_MS, type Webhook } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { Muted } from '../../ui/text/text.tsx'

const PERIODS = [
  { label: 'The last hour', ms: HOUR_MS },
  { label: 'The last 24 hours', ms: DAY_MS },
  { label: 'The last 3 days', ms: 3 * DAY_MS },
  { label: 'The last 7 days', ms: 7 * DAY_MS },
  { label: 'The last 30 days', ms: 30 * DAY_MS },
  { label: 'The last 90 days', ms: 90 * DAY_MS },
]

/** Sends all events of a period again, such as those that happened while the endpoint was off. */
export function WebhookReplayDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [ms, setMs] = useState<number>(DAY_MS)
  const replay = trpc.webhook.updateManyReplay.useMutation({ meta: { touches: ['webhook'] } })
  const send = () => {
    const now = Date.now()
    replay.mutate({ webhookId: id, from: new Date(now - ms).toISOString(), until: new Date(now).toISOString() })
  }
  return (
    <Dialog opened onClose={onClose} title={`Send events to ${name} again`}>
      <DialogPart
        foot={
          <>
            <Button onClick={onClose}>{replay.data ? 'Close' : 'Cancel'}</Button>
            {!replay.data && (
              <Button variant="filled" loading={replay.isPending} onClick={send}>
                Send the events again
              </Button>
            )}
          </>
        }
      >
        <Stack gap="md">
          <NativeSelect
            label="Period"
            data={PERIODS.map((period) => ({ value: String(period.ms), label: period.label }))}
            value={String(ms)}
            onChange={(event) => setMs(Number(event.currentTarget.value))}
            disabled={replay.data !== undefined}
            data-autofocus
          />
          {replay.data ? (
            <p role="status">{`${formatAmount(replay.data.events, 'event')} will be sent.`}</p>
          ) : (
            <Muted>
              Events that happened while the endpoint was off are included. Each message keeps its id, so a receiver that already has it can
              ignore it.
            </Muted>
          )}
        </Stack>
      </DialogPart>
    </Dialog>
  )
}
