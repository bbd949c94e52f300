import { Box, Button, Stack, TextInput } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { ownPassword } from '@seriatim/schema/user'
import { useLocation } from 'wouter'
import { toRefusal } from '../../../api/query-client.ts'
import { saveSession, useSession } from '../../../api/session/session.ts'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { TOUCHES } from '../person-words.ts'

type HandOver = NonNullable<Outputs['user']['readHandOver']>

/** The page for a person who was asked to become the customer admin. */
export default function HandOverPage() {
  const open = trpc.user.readHandOver.useQuery()
  const me = useSession()?.user?.id
  return (
    <Page title="Customer admin" crumbs={[{ label: 'Customer admin' }]}>
      <Loaded query={open} subject="This" safe="The customer admin has not changed" waiting={<Skeleton width="100%" height={160} />}>
        {(found) =>
          found?.to.id === me && found ? (
            <Take handOver={found} />
          ) : (
            <Card>
              <EmptyState>Nobody has asked you to become the customer admin.</EmptyState>
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

function Take({ handOver: { from, endsAt } }: { handOver: HandOver }) {
  const [, navigate] = useLocation()
  const take = trpc.user.updateOneHandOver.useMutation({ meta: { done: 'You are now the customer admin.', touches: TOUCHES, quiet: true } })
  const decline = trpc.user.deleteOneHandOver.useMutation({ meta: { done: 'You declined.', touches: TOUCHES } })
  const form = useZodForm({
    shape: ownPassword,
    initial: { password: '' },
    send: (input) => take.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: () => void begin().then(() => navigate('/users')),
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Box maw={560}>
        <Card
          title={`${writeFullName(from)} asks you to become the customer admin`}
          foot={
            <>
              <Button loading={decline.isPending} onClick={() => decline.mutate()}>
                Decline
              </Button>
              <Button type="submit" variant="filled" loading={form.isBusy} disabled={!form.values.password}>
                Become the customer admin
              </Button>
            </>
          }
        >
          <Stack gap="md" px="md" pb="md">
            <p>
              The customer admin has every location and all permissions: users, locations, the subscription, the audit trail.{' '}
              {from.firstName} stays an admin of every location. You can accept until {formatWhen(endsAt)}.
            </p>
            <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} />
          </Stack>
        </Card>
      </Box>
    </form>
  )
}

/** Refreshes the session, because the stored session states who the customer admin is. */
async function begin(): Promise<void> {
  const { auth } = await import('../../../api/session/auth-calls.ts')
  saveSession(await auth.updateOneToken.mutate())
}
