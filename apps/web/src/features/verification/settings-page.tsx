import { Stack } from '@mantine/core'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ServiceForm } from './service-form.tsx'
import { ServiceTest } from './service-test.tsx'
import { StoredCredential } from './stored-credential.tsx'

/** Sets how the organization asks manufacturers: manually, or through a verification service. */
export default function VerificationSettingsPage() {
  const settings = trpc.verification.readOneSettings.useQuery(undefined)
  return (
    <Page
      title="Verification service"
      crumbs={[{ label: 'Verifications', href: '/verify' }, { label: 'Verification service' }]}
      lede="How your organization asks manufacturers about packages. These settings apply to everyone here."
    >
      <Loaded
        query={settings}
        subject="The settings"
        sentence={findServerSentence(settings.error)}
        safe="Your saved settings are safe"
        waiting={<SkeletonCard />}
      >
        {(saved) => (
          <Stack gap="lg" maw={720}>
            <Card title="How you ask">
              <CardBody>
                <ServiceForm saved={saved} />
              </CardBody>
            </Card>
            {saved.hasCredential && <StoredCredential saved={saved} />}
            {saved.driver !== 'manual' && <ServiceTest />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
