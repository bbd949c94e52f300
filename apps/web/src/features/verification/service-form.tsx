import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { VERIFICATION_PURPOSES, type VerificationPurpose, type VerificationSettings, verificationDriver } from '@seriatim/schema'
import { z } from 'zod'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Muted } from '../../ui/text/text.tsx'

const PURPOSES = Object.keys(VERIFICATION_PURPOSES) as VerificationPurpose[] // Object.keys() returns string[]
const typed = z.string().trim()

const shape = z.object({
  driver: verificationDriver,
  baseUrl: typed,
  requesterGln: typed.regex(/^(\d{13})?$/, 'A GLN has 13 digits.'),
  return: typed,
  suspect: typed,
  exception: typed,
  status: typed,
  credentialHeader: typed.min(1, 'Enter the name of the header.'),
  credential: z.string(),
  walletUrl: typed,
  walletHolder: typed,
  emailAddress: typed,
  phoneNumber: typed,
})
type Values = z.output<typeof shape>

const toValues = ({ contexts, hasCredential: _, hasSimulator: __, ...saved }: VerificationSettings): Values => ({
  driver: saved.driver,
  baseUrl: saved.baseUrl ?? '',
  requesterGln: saved.requesterGln ?? '',
  return: contexts.return ?? '',
  suspect: contexts.suspect ?? '',
  exception: contexts.exception ?? '',
  status: contexts.status ?? '',
  credentialHeader: saved.credentialHeader,
  credential: '',
  walletUrl: saved.walletUrl ?? '',
  walletHolder: saved.walletHolder ?? '',
  emailAddress: saved.emailAddress ?? '',
  phoneNumber: saved.phoneNumber ?? '',
})

export function ServiceForm({ saved }: { saved: VerificationSettings }) {
  const save = trpc.verification.updateOneSettings.useMutation({
    meta: { quiet: true, done: 'The settings were saved.', touches: ['verification'] },
  })
  const form = useZodForm({
    shape,
    initial: toValues(saved),
    send: ({ return: sale, suspect, exception, status, credential, ...values }) =>
      // An empty field keeps the stored credential, which no one can read again.
      save.mutateAsync({ ...values, contexts: { return: sale, suspect, exception, status }, credential: credential || null }),
    refusalOf: toRefusal,
    next: (sent) => ({ ...sent, credential: '' }),
    leaveWords: 'The settings have not been saved.',
  })
  const { driver } = form.values
  return (
    <form aria-label="Verification service" onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <NativeSelect label="Ask" data={listDrivers(saved)} {...form.field('driver')} />
        {driver === 'manual' && (
          <Muted>Your staff call or write to the manufacturer, or check its website, and record the answer here.</Muted>
        )}
        {driver === 'simulator' && (
          <Muted>The simulator answers in place of manufacturers. The last characters of the serial number determine the answer.</Muted>
        )}
        {driver === 'gs1' && <ServiceFields field={form.field} hasCredential={saved.hasCredential} />}
        {driver !== 'manual' && <ContextFields field={form.field} />}
        {form.sentence && <FormError>{form.sentence}</FormError>}
        <div>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            Save
          </Button>
        </div>
        {form.question}
      </Stack>
    </form>
  )
}

const listDrivers = ({ hasSimulator, driver }: VerificationSettings) => [
  { value: 'manual', label: 'By hand' },
  { value: 'gs1', label: 'Through a verification service' },
  ...(hasSimulator || driver === 'simulator' ? [{ value: 'simulator', label: 'With this installation’s simulator' }] : []),
]

type Field = (name: keyof Values) => object

function ServiceFields({ field, hasCredential }: { field: Field; hasCredential: boolean }) {
  return (
    <>
      <TextInput
        label="Address of the service"
        description="Your provider gives you this address. Enter the part before “/verify”."
        placeholder="https://vrs.example.com"
        maxLength={500}
        {...field('baseUrl')}
      />
      <TextInput
        label="Your GLN"
        description="The GLN under which the service knows you."
        inputMode="numeric"
        maxLength={13}
        {...field('requesterGln')}
      />
      <TextInput
        label="HTTP header for the credential"
        description="The HTTP header in which the service expects the credential."
        maxLength={80}
        {...field('credentialHeader')}
      />
      <TextInput
        type="password"
        label="Credential"
        description={
          hasCredential
            ? 'A credential is stored. Enter another one to replace it.'
            : 'Leave this field empty if a wallet presents the credential.'
        }
        autoComplete="new-password"
        maxLength={8000}
        {...field('credential')}
      />
      <TextInput
        label="Address of the wallet (optional)"
        description="It presents your credential for each question."
        maxLength={500}
        {...field('walletUrl')}
      />
      <TextInput
        label="Identifier of the holder (optional)"
        description="The DID that your wallet uses for you."
        maxLength={300}
        {...field('walletHolder')}
      />
      <TextInput
        label="Contact email (optional)"
        description="Sent with each question, so that the manufacturer can reach you."
        maxLength={200}
        {...field('emailAddress')}
      />
      <TextInput label="Contact phone (optional)" maxLength={40} {...field('phoneNumber')} />
    </>
  )
}

function ContextFields({ field }: { field: Field }) {
  return (
    <>
      <Muted>
        The service uses its own text for each purpose; your provider gives you these texts. If you leave one empty, you can ask for that
        purpose only by hand.
      </Muted>
      {PURPOSES.map((purpose) => (
        <TextInput key={purpose} label={`Text for “${VERIFICATION_PURPOSES[purpose]}”`} maxLength={100} {...field(purpose)} />
      ))}
    </>
  )
}
