import { Box, Button } from '@mantine/core'
import { Link } from 'wouter'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { SettingsTabs } from '../../../shell/settings-tabs.tsx'
import { Card, CardBody } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

export default function ChangePasswordPage() {
  const tokens = trpc.auth.readOneAccessTokenCount.useQuery(undefined)
  const live = tokens.data?.live ?? 0
  const change = trpc.settings.updateChangepassword.useMutation({
    meta: { done: 'Your password was changed. Other devices are signed out.', quiet: true, touches: ['auth'] },
  })
  return (
    <Page title="Change password" crumbs={[{ label: 'Settings' }, { label: 'Change password' }]}>
      <SettingsTabs />
      <Box maw={560}>
        <Card title="Change password">
          <CardBody>
            <ChangePasswordForm onSubmit={(values) => change.mutateAsync(values)} refusalOf={toRefusal} tokens={live} />
            {change.isSuccess && live > 0 && !tokens.isFetching && (
              <Note
                meaning="attention"
                title={`${formatAmount(live, 'access token')} of yours still ${live === 1 ? 'works' : 'work'}`}
                action={
                  <Button component={Link} href="/settings/security" size="xs">
                    Review my access tokens
                  </Button>
                }
              >
                Programs that use them keep working. Revoke any that you do not recognize.
              </Note>
            )}
          </CardBody>
        </Card>
      </Box>
    </Page>
  )
}
