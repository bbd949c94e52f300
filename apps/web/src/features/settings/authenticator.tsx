import { Button, Stack, TextInput } from '@mantine/core'
import { passwordInput } from '@seriatim/schema/settings'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatAmount, formatLongDate } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** Chooses whether sign-in codes come by email or from an app. */
export function Authenticator() {
  const app = trpc.auth.readOneApp.useQuery(undefined)
  const [opened, setOpened] = useState<'setUp' | 'remove'>()
  const close = () => setOpened(undefined)
  const { data } = app
  const isLow = data !== undefined && data.enrolledAt !== null && data.recoveryCodesLeft < 3
  return (
    <Card title="One-time codes">
      <CardBody>
        <Loaded query={app} subject="Your one-time codes" meaning="Signing in works as before." waiting={<Skeleton width="60%" />}>
          {(data) => (
            <>
              <p>
                {data.enrolledAt ? (
                  <>
                    <Badge meaning="done">Authenticator app</Badge>{' '}
                    {`Set up ${formatLongDate(data.enrolledAt)}. ${formatAmount(data.recoveryCodesLeft, 'recovery code')} left.`}
                  </>
                ) : (
                  <>
                    <Badge meaning="info">By email</Badge> Each time you sign in, a code is emailed to you. An app on your phone is faster
                    and works without email.
                  </>
                )}
              </p>
              {isLow && <Muted>For new recovery codes, remove the app and set it up again.</Muted>}
              <div>
                {data.enrolledAt ? (
                  <Button onClick={() => setOpened('remove')}>Remove the authenticator app</Button>
                ) : (
                  <Button onClick={() => setOpened('setUp')}>Set up an authenticator app</Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </CardBody>
      {opened === 'setUp' && <SetUpApp onClose={close} />}
      {opened === 'remove' && <RemoveApp onClose={close} />}
    </Card>
  )
}

export function RemoveApp({ onClose }: { onClose: () => void }) {
  const remove = trpc.auth.deleteOneApp.useMutation({
    meta: { done: 'The authenticator app was removed. From now on, your sign-in codes are sent by email.', touches: ['auth'], quiet: true },
  })
  const form = useZodForm({
    shape: passwordInput,
    initial: { password: '' },
    send: (input) => remove.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: (result) => result && onClose(),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Remove the authenticator app?"
      form={form}
      submitLabel="Remove the app"
      destructive
      disabled={!form.values.password}
    >
      <Stack gap="md">
        <p>Its codes and your recovery codes stop working. Starting with your next sign-in, codes are emailed to you.</p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </FormDialog>
  )
}
