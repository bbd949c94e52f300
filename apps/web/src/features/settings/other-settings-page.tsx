import { NativeSelect, Stack, useMantineColorScheme } from '@mantine/core'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { SettingsTabs } from '../../shell/settings-tabs.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { LinkList } from '../../ui/page/link-list.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AddressForm } from './address-form.tsx'
import { ChecklistSwitch } from './checklist-switch.tsx'
import { CounterRules } from './counter-rules.tsx'
import { TicketDays } from './ticket-days.tsx'

export default function OtherSettingsPage() {
  const isAdmin = isCustomerAdmin(useSession())
  return (
    <Page title="Other settings" crumbs={[{ label: 'Settings' }, { label: 'Other settings' }]}>
      <SettingsTabs />
      <Stack gap="lg" maw={720}>
        <SuspectAddress />
        {isAdmin && <RegulatorAddress />}
        {isAdmin && <TicketDays />}
        {isAdmin && <CounterRules />}
        {isAdmin && <ChecklistSwitch />}
        <Appearance />
        <MorePages isAdmin={isAdmin} />
      </Stack>
    </Page>
  )
}

function SuspectAddress() {
  const me = trpc.user.readOneById.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY })
  const save = trpc.settings.updateOthersettings.useMutation({
    meta: { done: 'Your settings were saved.', touches: ['user'], quiet: true },
  })
  return (
    <Card title="Reports of suspect products">
      <CardBody>
        {me.isError ? (
          <NotLoaded retrying={me.isFetching} onRetry={() => void me.refetch()} />
        ) : (
          <AddressForm
            label="Send a copy of my reports to"
            hint="Every incident report that you submit goes to this address too. Separate several addresses with semicolons. Leave it empty for no copy."
            saved={me.data && (me.data.suspectMedEmailAddress ?? '')}
            save={(suspectMedEmailAddress) => save.mutateAsync({ suspectMedEmailAddress })}
          />
        )}
      </CardBody>
    </Card>
  )
}

function RegulatorAddress() {
  const regulator = trpc.settings.readRegulator.useQuery(undefined)
  const save = trpc.settings.updateRegulator.useMutation({
    meta: { done: 'The FDA email address was saved.', touches: ['settings'], quiet: true },
  })
  return (
    <Card title="FDA email address" aside="For everyone in your organization">
      <CardBody>
        {regulator.isError ? (
          <NotLoaded retrying={regulator.isFetching} onRetry={() => void regulator.refetch()} />
        ) : (
          <AddressForm
            label="FDA email address"
            hint="Every incident report that anyone here submits is emailed to this address. Leave it empty if you report on the FDA’s 3911 platform instead."
            saved={regulator.data?.regulatorEmailAddress}
            save={(regulatorEmailAddress) => save.mutateAsync({ regulatorEmailAddress })}
          />
        )}
      </CardBody>
    </Card>
  )
}

function NotLoaded(props: { retrying: boolean; onRetry: () => void }) {
  return <ErrorState subject="The address" meaning="What was saved is safe." {...props} />
}

const schemes = [
  { value: 'auto', label: 'As on this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title="Appearance" aside="On this device">
      <CardBody>
        <NativeSelect
          label="Theme"
          data={schemes}
          value={colorScheme}
          onChange={(event) => {
            const chosen = schemes.find(({ value }) => value === event.currentTarget.value)
            if (chosen) setColorScheme(chosen.value)
          }}
        />
      </CardBody>
    </Card>
  )
}

function MorePages({ isAdmin }: { isAdmin: boolean }) {
  const pages = [
    { href: '/settings/security', label: 'Sign-in and security', words: 'Authenticator app, where you are signed in, access tokens' },
    { href: '/settings/scanner', label: 'Test my scanner', words: 'What arrives from it, and what is wrong with it' },
    ...(isAdmin ? [{ href: '/audit', label: 'Audit trail', words: 'Who did what, and when' }] : []),
  ]
  return (
    <nav aria-label="More settings">
      <LinkList ways={pages} />
    </nav>
  )
}
