import { Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { formatAmount, formatLongDate } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { RemoveApp } from './remove-app.tsx'
import { SetUpApp } from './set-up-app.tsx'

/** Whether the codes of the sign-in come by mail or from an app. */
export function Authenticator() {
  const app = trpc.auth.readOneApp.useQuery(undefined)
  const [opened, setOpened] = useState<'setUp' | 'remove'>()
  const close = () => setOpened(undefined)
  const { data } = app
  const isLow = data !== undefined && data.enrolledAt !== null && data.recoveryCodesLeft < 3
  return (
    <Card title="One-time codes">
      <CardBody>
        <Loaded query={app} subject="How your codes are made" meaning="Signing in works as before." waiting={<Skeleton width="60%" />}>
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
                    <Badge meaning="info">By email</Badge> Each time you sign in, a code is mailed to you. An app on your phone makes it
                    faster, and works without mail.
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
