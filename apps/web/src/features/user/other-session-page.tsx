import { Button } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { useSignOut } from '../../shell/use-sign-out.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** The link of an invitation in a browser in which somebody is signed in. */
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
