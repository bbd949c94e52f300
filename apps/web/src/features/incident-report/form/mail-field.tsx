import { TextInput, type TextInputProps } from '@mantine/core'
import { splitAddresses } from '@seriatim/schema'
import { useState } from 'react'

/** A field for addresses separated by semicolons; invalid ones are reported when it loses focus. */
export function MailField({ value, error, onBlur, ...props }: TextInputProps & { value: string }) {
  const [isLeft, setIsLeft] = useState(false)
  const [bad] = isLeft ? splitAddresses(value).bad : []
  return (
    <TextInput
      {...props}
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={bad === undefined ? error : `"${bad}" is not an email address.`}
      onBlur={(event) => {
        setIsLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
