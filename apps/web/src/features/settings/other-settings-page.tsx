import { Button, Stack, TextInput } from '@mantine/core'
import { addressesInput } from '@seriatim/schema/settings'
import { toRefusal } from '../../api/query-client.ts'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { SettingsTabs } from '../../shell/settings-tabs.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { LinkList } from '../../ui/page/link-list.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { Appearance } from './appearance.tsx'
import { PaperClock } from './paper-clock.tsx'
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
        {isAdmin && <PaperClock />}
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
            hint="Every incident report that you submit goes to this address too. Separate several addresses with semicolons. Leave it empty if you want no copies."
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
            hint="Every incident report that anyone here submits is emailed to this address. Leave this field empty if you report on the FDA’s 3911 platform instead."
            saved={regulator.data?.regulatorEmailAddress}
            save={(regulatorEmailAddress) => save.mutateAsync({ regulatorEmailAddress })}
          />
        )}
      </CardBody>
    </Card>
  )
}

function NotLoaded(props: { retrying: boolean; onRetry: () => void }) {
  return <ErrorState subject="The address" meaning="Your saved settings are safe." {...props} />
}

function MorePages({ isAdmin }: { isAdmin: boolean }) {
  const pages = [
    { href: '/settings/security', label: 'Sign-in and security', words: 'Authenticator app, signed-in devices, access tokens' },
    { href: '/settings/scanner', label: 'Test my scanner', words: 'See what your scanner sends, and how to fix it' },
    ...(isAdmin ? [{ href: '/audit', label: 'Audit trail', words: 'Who did what, and when' }] : []),
  ]
  return (
    <nav aria-label="More settings">
      <LinkList ways={pages} />
    </nav>
  )
}

interface AddressFormProps {
  label: string
  hint: string
  /** Saved value; undefined while loading. */
  saved: string | undefined
  save: (text: string) => Promise<unknown>
}

/** Form for one or more email addresses. Its button is enabled when they differ from the saved ones. */
function AddressForm({ label, hint, saved, save }: AddressFormProps) {
  const form = useZodForm({
    shape: addressesInput,
    initial: { addresses: saved ?? '' },
    send: ({ addresses }) => save(addresses),
    refusalOf: toRefusal,
    otherwise: 'addresses',
    leaveWords: 'The address has not been saved. Stay to save it, or leave without saving.',
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={label}
        description={hint}
        type="text"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        placeholder="None"
        disabled={saved === undefined}
        {...form.field('addresses')}
      />
      <Button type="submit" mt="md" loading={form.isBusy} disabled={saved === undefined || !form.isDirty}>
        Save
      </Button>
      {form.question}
    </form>
  )
}

/** Shows the first-week checklist on Home again, or hides it. The switch saves immediately. */
function ChecklistSwitch() {
  const steps = trpc.customer.readFirstSteps.useQuery(undefined)
  const save = trpc.customer.updateFirstStepsHidden.useMutation({ meta: { done: 'Setting saved.', touches: ['customer'] } })
  const isHidden = save.isPending ? save.variables.isHidden : steps.data?.isHidden
  return (
    <Card title="Home" aside="For everyone in your organization">
      <CardBody>
        {steps.isError ? (
          <Failed query={steps} subject="This setting" meaning="Your saved settings are safe." />
        ) : (
          <Switch checked={isHidden === false} onChange={(shown) => save.mutate({ isHidden: !shown })}>
            Show the first-week checklist until it is complete
          </Switch>
        )}
      </CardBody>
    </Card>
  )
}

/** Switch for a receiving rule that applies to the whole organization: who may receive packages of a Class I recall. It saves immediately. */
function CounterRules() {
  const rules = trpc.settings.readCounterRules.useQuery(undefined)
  const save = trpc.settings.updateCounterRules.useMutation({ meta: { done: 'Setting saved.', touches: ['settings'] } })
  const isOn = save.isPending ? save.variables.classOneNeedsRelease : rules.data?.classOneNeedsRelease
  return (
    <Card title="Receiving" aside="For everyone in your organization">
      <CardBody>
        {rules.isError ? (
          <Failed query={rules} subject="This setting" meaning="Your saved settings are safe." />
        ) : (
          <>
            <Switch checked={isOn ?? true} onChange={(classOneNeedsRelease) => save.mutate({ classOneNeedsRelease })}>
              Only location admins receive packages of a Class I recall
            </Switch>
            <Muted>Other staff can only put these packages on hold. Receiving a package named in any recall requires a reason.</Muted>
          </>
        )}
      </CardBody>
    </Card>
  )
}
