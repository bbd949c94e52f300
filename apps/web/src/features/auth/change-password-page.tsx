import { useState } from 'react'
import { sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { SettingsTabs } from '../../shell/settings-tabs.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

export default function ChangePasswordPage() {
  const [round, setRound] = useState(0)
  const change = trpc.settings.updateChangepassword.useMutation({
    meta: { done: 'Your password was changed. Other devices are signed out.', quiet: true },
    onSuccess: () => setRound((n) => n + 1),
  })
  return (
    <Page title="Settings" crumbs={[{ label: 'Home', href: '/' }, { label: 'Settings' }]}>
      <SettingsTabs />
      <Card title="Change password" className="settings-card">
        <div className="card-body">
          <ChangePasswordForm
            key={round}
            onSubmit={(values) => change.mutate(values)}
            pending={change.isPending}
            error={change.error ? sentenceOf(change.error) : undefined}
          />
        </div>
      </Card>
    </Page>
  )
}
