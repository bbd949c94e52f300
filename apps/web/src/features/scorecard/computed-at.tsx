import { Button, Group } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Quiet } from '../../ui/text/icon-text.tsx'

/** How current the figures are, and the monthly email. */
export function ComputedAt({ computedAt, wantsMail }: { computedAt: string | null; wantsMail: boolean }) {
  const refresh = trpc.scorecard.createOneRefresh.useMutation({
    meta: { done: 'The figures are being computed. Reload the page in a moment.', touches: [] },
  })
  const mail = trpc.scorecard.updateOneMail.useMutation({ meta: { done: 'Setting saved.', touches: ['scorecard'] } })
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Quiet>{computedAt === null ? 'Not computed yet.' : `Computed ${formatWhen(computedAt)}, every half hour.`}</Quiet>
        <Button size="xs" loading={refresh.isPending} onClick={() => refresh.mutate()}>
          Compute now
        </Button>
      </Group>
      <Switch checked={mail.isPending ? mail.variables.wanted : wantsMail} onChange={(wanted) => mail.mutate({ wanted })}>
        Email me each month
      </Switch>
    </Group>
  )
}
