import { Button, Stack, TextInput } from '@mantine/core'
import { totpInput } from '@seriatim/schema/auth'
import { passwordInput } from '@seriatim/schema/settings'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { QrCode } from '../../ui/text/qr-code.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { CopyText } from './copy-text.tsx'

type Offer = Outputs['auth']['createOneApp']

const titles = { password: 'Set up an authenticator app', scan: 'Scan this with your app', codes: 'Save your recovery codes' } as const

/** Asks for the password, then shows the secret and asks for a code that proves the app has it, then shows the recovery codes once. */
export function SetUpApp({ onClose }: { onClose: () => void }) {
  const [offer, setOffer] = useState<Offer>()
  const [codes, setCodes] = useState<readonly string[]>()
  const step = codes ? 'codes' : offer ? 'scan' : 'password'
  return (
    <Dialog opened onClose={onClose} stays={{ atClick: step !== 'password', atEscape: step === 'codes' }} title={titles[step]} size={520}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : offer ? (
        <ScanStep offer={offer} onDone={setCodes} onClose={onClose} />
      ) : (
        <PasswordStep onDone={setOffer} onClose={onClose} />
      )}
    </Dialog>
  )
}

function PasswordStep({ onDone, onClose }: { onDone: (offer: Offer) => void; onClose: () => void }) {
  const ask = trpc.auth.createOneApp.useMutation({ meta: { quiet: true } })
  const form = useZodForm({
    shape: passwordInput,
    initial: { password: '' },
    send: (input) => ask.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: onDone,
  })
  return (
    <DialogPart
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy} disabled={!form.values.password}>
            Continue
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>You need an authenticator app on your phone, such as the one built into it. The app works offline.</p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </DialogPart>
  )
}

interface ScanStepProps {
  offer: Offer
  onDone: (codes: readonly string[]) => void
  onClose: () => void
}

function ScanStep({ offer, onDone, onClose }: ScanStepProps) {
  const confirm = trpc.auth.updateOneApp.useMutation({ meta: { touches: ['auth'], quiet: true } })
  const form = useZodForm({
    shape: totpInput,
    initial: { totp: '' },
    send: (input) => confirm.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'totp',
    onSent: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <DialogPart
      onSubmit={form.onSubmit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={form.isBusy} disabled={form.values.totp.length !== 6}>
            Use this app
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <QrCode text={offer.uri} label="The QR code to scan with your authenticator app" />
        <Muted>Or type this key into the app:</Muted>
        <CopyText text={offer.secret.match(/.{1,4}/g)?.join(' ') ?? offer.secret} what="key" />
        <TextInput
          label="Code shown in the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...form.field('totp')}
          onChange={(event) => form.set('totp', event.currentTarget.value.replace(/\s/g, ''))}
          data-autofocus
        />
      </Stack>
    </DialogPart>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <DialogPart
      foot={
        <Button variant="filled" onClick={onClose}>
          I saved the codes
        </Button>
      }
    >
      <Stack gap="md">
        <Note meaning="attention" title="These codes are shown only once">
          If you lose your phone, you can use each of them once to sign in without a code from the app. Print them, or keep them where you
          keep your passwords.
        </Note>
        <CopyText text={codes.join('\n')} what="recovery codes" />
      </Stack>
    </DialogPart>
  )
}
