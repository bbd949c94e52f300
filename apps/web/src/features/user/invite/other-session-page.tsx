import { Button } from '@mantine/core'
import { useSession } from '../../../api/session/session.ts'
import { useSignOut } from '../../../shell/session/use-sign-out.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/page/page.tsx'

/** Shown when an invitation link is opened while somebody is signed in. */
export default function OtherSessionPage() {
  const user = useSession()?.user
  const signOut = useSignOut()
  return (
    <Page title="Invitation">
      <Card>
        <EmptyState action={<Button onClick={() => void signOut()}>Sign Out</Button>}>
          {`This browser is signed in as ${user?.firstName ?? ''} ${user?.lastName ?? ''}. Sign out, then open the link of the invitation again.`}
        </EmptyState>
      </Card>
    </Page>
  )
}
