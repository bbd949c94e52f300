import { Button, Stack } from '@mantine/core'
import type { DoorTest } from '@seriatim/schema'
import { IconAlertOctagon, IconCheck } from '@tabler/icons-react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Code } from '../../ui/text/code.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'

/**
 * Tests a door through which files arrive, and shows each check's result. If the partner's server presents a new host key, the user can confirm it
 * here.
 */
export function SourceTest({ doorId }: { doorId: number }) {
  const test = trpc.intake.readOneDoorTest.useQuery({ doorId }, { gcTime: 0, staleTime: 0 })
  return (
    <Loaded
      query={test}
      subject="The test"
      sentence={findServerSentence(test.error)}
      safe="Files are still received"
      waiting={<SkeletonCard />}
    >
      {({ checks, fingerprint }) => (
        <Stack gap="md">
          <Stack gap="xs" role="status">
            {checks.map(({ what, isOk, text }) => (
              <IconText key={what} of={isOk ? IconCheck : IconAlertOctagon} meaning={isOk ? 'done' : 'stop'}>
                {`${what}: ${text}`}
              </IconText>
            ))}
          </Stack>
          {fingerprint && <ConfirmKey doorId={doorId} fingerprint={fingerprint} />}
        </Stack>
      )}
    </Loaded>
  )
}

interface ConfirmKeyProps {
  doorId: number
  fingerprint: NonNullable<DoorTest['fingerprint']>
}

function ConfirmKey({ doorId, fingerprint }: ConfirmKeyProps) {
  const confirm = trpc.intake.updateOneHostKey.useMutation({
    meta: { touches: ['intake'], done: 'The host key was confirmed. Files will now be fetched.' },
  })
  return (
    <Stack gap="xs" align="flex-start">
      <Code groups={[fingerprint]} copy="fingerprint" wraps small />
      <Button variant="filled" loading={confirm.isPending} onClick={() => confirm.mutate({ doorId, fingerprint })}>
        Confirm this host key
      </Button>
    </Stack>
  )
}
