import { Button, Group, Stack } from '@mantine/core'
import { formatAmount, VERIFICATION_PURPOSES, VERIFICATION_RESULTS, type VerificationList, type VerificationResult } from '@seriatim/schema'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { LongWork } from '../../ui/feedback/progress-bar.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { formatDateTime } from '../../ui/text/format.ts'

const RESULTS = Object.keys(VERIFICATION_RESULTS) as VerificationResult[] // Object.keys() returns string[]

/** Shows a list of packages about which the manufacturers are asked: its progress, its results and, if packages are left, a button to continue. */
export function ListCard({ list }: { list: VerificationList }) {
  const { id, name, purpose, amount, state, stopReason, counts, createdAt, createdBy, locationName, mayAsk } = list
  const again = trpc.verification.updateOneListRetry.useMutation({ meta: { touches: ['verification'] } })
  const left = counts.waiting + counts.unavailable
  return (
    <Card title={name} aside={`${VERIFICATION_PURPOSES[purpose]}, ${locationName}`}>
      <CardBody>
        <Stack gap="md">
          <LongWork what={writeState(list)} done={amount - counts.waiting} total={amount}>
            {`${formatDateTime(createdAt)} by ${createdBy}`}
          </LongWork>
          {stopReason && <Note meaning="attention" title={stopReason} />}
          <Group gap="xs" role="group" aria-label={`Answers for ${name}`}>
            {RESULTS.filter((result) => counts[result] > 0).map((result) => (
              <Button key={result} size="xs" component={Link} href={`/verify?list=${id}&result=${result}`}>
                {`${VERIFICATION_RESULTS[result]}: ${counts[result]}`}
              </Button>
            ))}
          </Group>
          {state !== 'running' && left > 0 && mayAsk && (
            <div>
              <Button loading={again.isPending} onClick={() => again.mutate({ listId: id })}>
                {counts.waiting > 0 ? `Continue with ${formatAmount(left, 'package')}` : `Ask again about ${formatAmount(left, 'package')}`}
              </Button>
            </div>
          )}
        </Stack>
      </CardBody>
    </Card>
  )
}

function writeState({ state, amount, counts }: VerificationList): string {
  if (state === 'running') return `Asking about ${formatAmount(amount, 'package')}: ${amount - counts.waiting} done`
  if (state === 'stopped') return `Stopped after ${amount - counts.waiting} of ${formatAmount(amount, 'package')}`
  return `Finished: ${formatAmount(amount, 'package')}`
}
