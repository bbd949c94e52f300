import { Button, NativeSelect, TextInput } from '@mantine/core'
import { TOKEN_DAYS } from '@seriatim/schema/settings'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog, DialogPart } from '../../ui/dialog.tsx'
import { formatLongDate } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { CopyText } from './copy-text.tsx'

interface NewAccessTokenProps {
  opened: boolean
  onClose: () => void
}

/** Name and end, then the token itself: it is shown this once and gone when the dialog closes. */
export function NewAccessToken({ opened, onClose }: NewAccessTokenProps) {
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [password, setPassword] = useState('')
  const make = trpc.auth.createOneAccessToken.useMutation({ meta: { touches: ['auth'], quiet: true }, onSuccess: () => setPassword('') })
  const close = () => {
    onClose()
    setName('')
    setPassword('')
    make.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && password && !make.isPending) make.mutate({ name, days: Number(days), password })
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      stays={make.data !== undefined}
      title={make.data ? 'Copy your access token' : 'Make an access token'}
      size={560}
    >
      {make.data ? (
        <DialogPart
          className="settings-secret"
          foot={
            <Button variant="filled" onClick={close}>
              I have copied it
            </Button>
          }
        >
          <Note meaning="attention" title="It is shown this once">
            {`Put it where your program keeps its secrets. Nobody can show it again; it ends ${formatLongDate(make.data.expiresAt)}.`}
          </Note>
          <CopyText text={make.data.accessToken} what="access token" />
          <p className="muted">
            The program sends it with every call: <code className="code">Authorization: Bearer …</code>
          </p>
        </DialogPart>
      ) : (
        <DialogPart
          className="settings-secret"
          onSubmit={send}
          foot={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" variant="filled" loading={make.isPending} disabled={!name.trim() || !password}>
                Make the token
              </Button>
            </>
          }
        >
          <TextInput
            label="Name"
            description="What uses it, so that you know it again."
            placeholder="Pharmacy system"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            label="Works for"
            data={TOKEN_DAYS.map((count) => ({ value: String(count), label: count === 365 ? 'One year' : `${count} days` }))}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <TextInput
            type="password"
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={make.error ? sentenceOf(make.error) : undefined}
          />
        </DialogPart>
      )}
    </Dialog>
  )
}
