import { Checkbox, Textarea } from '@mantine/core'

/** The ways in which a sender may sign in to the SFTP server. */
export interface SftpSecrets {
  keys: string
  hasPassword: boolean
}

interface SftpFieldsProps {
  value: SftpSecrets
  error: string | undefined
  onChange: (value: SftpSecrets) => void
}

export function SftpFields({ value, error, onChange }: SftpFieldsProps) {
  return (
    <>
      <KeysField value={value.keys} error={error} onChange={(keys) => onChange({ ...value, keys })} />
      <Checkbox
        label="Create a password"
        description="For a sender that cannot use keys."
        checked={value.hasPassword}
        onChange={(event) => onChange({ ...value, hasPassword: event.currentTarget.checked })}
      />
    </>
  )
}

interface KeysFieldProps {
  value: string
  error: string | undefined
  onChange: (keys: string) => void
}

export function KeysField({ value, error, onChange }: KeysFieldProps) {
  return (
    <Textarea
      label="Public keys of the sender"
      description="Enter keys as they appear in the file id_ed25519.pub, one per line. A sender with a key needs no password."
      placeholder="ssh-ed25519 AAAA… orders@northway.example"
      rows={3}
      maxLength={40_000}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const splitKeys = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
