import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { newAccessToken, TOKEN_DAYS } from '@seriatim/schema/settings'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { CopyText } from './copy-text.tsx'
import { ScopeChoice } from './scope-choice.tsx'

interface NewAccessTokenProps {
  opened: boolean
  onClose: () => void
}

/** Asks for name and expiry, then shows the token once; it is gone when the dialog closes. */
export function NewAccessToken({ opened, onClose }: NewAccessTokenProps) {
  const make = trpc.auth.createOneAccessToken.useMutation({ meta: { touches: ['auth'], quiet: true } })
  const form = useZodForm({
    shape: newAccessToken,
    initial: { name: '', days: 90, scopes: null, password: '' },
    send: (input) => make.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    next: ({ days, scopes }) => ({ name: '', days, scopes, password: '' }),
  })
  const { name, days, scopes, password } = form.values
  const close = () => {
    onClose()
    form.begin({ name: '', days, scopes, password: '' })
    make.reset()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      stays={make.data !== undefined}
      title={make.data ? 'Copy your access token' : 'Create an access token'}
      size={560}
    >
      {make.data ? (
        <DialogPart
          foot={
            <Button variant="filled" onClick={close}>
              I have copied it
            </Button>
          }
        >
          <Stack gap="md">
            <Note meaning="attention" title="This token is shown only once">
              {`Store the token where your program keeps its secrets. It cannot be shown again, and it expires ${formatLongDate(make.data.expiresAt)}.`}
            </Note>
            <CopyText text={make.data.accessToken} what="access token" />
            <Muted>
              The program sends it with every call: <Code groups={['Authorization: Bearer …']} />
            </Muted>
          </Stack>
        </DialogPart>
      ) : (
        <DialogPart
          onSubmit={form.onSubmit}
          foot={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" variant="filled" loading={form.isBusy} disabled={!name.trim() || !password}>
                Create the token
              </Button>
            </>
          }
        >
          <Stack gap="md">
            <TextInput
              label="Name"
              description="The program that uses this token, so that you can recognize the token later."
              placeholder="Pharmacy system"
              maxLength={80}
              {...form.field('name')}
              data-autofocus
            />
            <ScopeChoice
              value={scopes}
              onChange={(chosen) => form.set('scopes', chosen)}
              error={form.field('scopes').error}
              before={
                <NativeSelect
                  label="Works for"
                  data={TOKEN_DAYS.map((count) => ({ value: String(count), label: count === 365 ? 'One year' : `${count} days` }))}
                  {...form.field('days')}
                  onChange={(event) => form.set('days', Number(event.currentTarget.value))}
                />
              }
            />
            <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} />
          </Stack>
        </DialogPart>
      )}
    </Dialog>
  )
}
