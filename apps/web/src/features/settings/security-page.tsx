import { Stack } from '@mantine/core'
import { SettingsTabs } from '../../shell/settings-tabs.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AccessTokens } from './access-tokens.tsx'
import { Authenticator } from './authenticator.tsx'
import { Sessions } from './sessions.tsx'

export default function SecurityPage() {
  return (
    <Page title="Sign-in and security" crumbs={[{ label: 'Settings', href: '/settings/othersettings' }, { label: 'Sign-in and security' }]}>
      <SettingsTabs />
      <RevealTogether waiting={<SkeletonCard />}>
        <Stack gap="lg" maw={720}>
          <Authenticator />
          <Sessions />
          <AccessTokens />
        </Stack>
      </RevealTogether>
    </Page>
  )
}
