import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { sentenceOf } from '../../api/query-client.ts'

interface AddressFormProps {
  label: string
  hint: string
  /** What is kept; absent while it loads. */
  saved: string | undefined
  onSave: (text: string) => void
  pending: boolean
  error: unknown
}

/** One kept address, or a few: the button can be pressed when something else is written than what is kept. */
export function AddressForm({ label, hint, saved, onSave, pending, error }: AddressFormProps) {
  const [text, setText] = useState(saved ?? '')
  useEffect(() => setText(saved ?? ''), [saved])
  const isChanged = saved !== undefined && text.trim() !== saved
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && !pending) onSave(text)
  }
  return (
    <form onSubmit={send} noValidate>
      <TextInput
        label={label}
        description={hint}
        type="text"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        placeholder="None"
        disabled={saved === undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error ? sentenceOf(error) : undefined}
      />
      <Button type="submit" mt="md" loading={pending} disabled={!isChanged}>
        Save
      </Button>
    </form>
  )
}
