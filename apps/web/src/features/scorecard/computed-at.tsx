import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Switch } from '../../ui/field/switch.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Quiet } from '../../ui/text/icon-text.tsx'

const POLL_MS = 2000

/**
 * `found`: when the figures were computed and whether the person gets the monthly email; undefined while this loads. `ComputedAt` has the same height
 * before and after loading, so that the content below does not move.
 */
interface ComputedAtProps {
  found: { computedAt: string | null; wantsMail: boolean } | undefined
}

/** Shows when the figures were computed, and the setting for the monthly email. */
export function ComputedAt({ found }: ComputedAtProps) {
  const { isComputing, compute } = useComputing(found?.computedAt)
  const mail = trpc.scorecard.updateOneMail.useMutation({ meta: { done: 'Setting saved.', touches: ['scorecard'] } })
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" mih={28}>
        <Quiet>{found ? describeTime(found.computedAt) : 'Loading the figures'}</Quiet>
        <Button size="xs" loading={isComputing} disabled={!found} onClick={compute}>
          Compute now
        </Button>
      </Group>
      <Switch
        checked={mail.isPending ? mail.variables.wanted : (found?.wantsMail ?? false)}
        onChange={(wanted) => {
          if (found) mail.mutate({ wanted })
        }}
      >
        Email me each month
      </Switch>
    </Group>
  )
}

const describeTime = (computedAt: string | null) => (computedAt === null ? 'Not computed yet' : `Computed ${formatWhen(computedAt)}`)

/** Queues the computation of the figures, and polls until the new figures have arrived. */
function useComputing(computedAt: string | null | undefined) {
  const utils = trpc.useUtils()
  const [replaced, setReplaced] = useState<{ computedAt: string | null | undefined }>()
  const refresh = trpc.scorecard.createOneRefresh.useMutation({ onSuccess: () => setReplaced({ computedAt }) })
  const isWaiting = replaced !== undefined && replaced.computedAt === computedAt
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void utils.scorecard.invalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, utils])
  return { isComputing: refresh.isPending || isWaiting, compute: () => refresh.mutate() }
}
