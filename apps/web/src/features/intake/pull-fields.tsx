import { Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { AFTERWARDS, type NewPullDoor } from '@seriatim/schema'

/** Settings of a door that fetches files, as the form holds them. `moveTo` is empty if the form needs no folder. */
export type PullSettings = Omit<NewPullDoor, 'name' | 'locationId' | 'tradingPartnerId' | 'moveTo'> & { moveTo: string }

export const NEW_PULL: PullSettings = {
  host: '',
  port: 22,
  userName: '',
  secretKind: 'password',
  secret: '',
  folder: '/',
  pattern: '*.xml',
  everyMinutes: 15,
  afterwards: 'leave',
  moveTo: '',
}

interface PullFieldsProps {
  value: PullSettings
  /** By field. */
  problems: Readonly<Record<string, string>>
  /** Whether a secret is stored already; it stays unless another one is entered. */
  isStored?: boolean
  onChange: (value: PullSettings) => void
}

export function PullFields({ value, problems, isStored = false, onChange }: PullFieldsProps) {
  const stays = isStored ? ' Leave it empty to keep the stored one.' : ''
  const set = (more: Partial<PullSettings>) => onChange({ ...value, ...more })
  const text = (field: 'host' | 'userName' | 'folder' | 'pattern' | 'moveTo') => ({
    value: value[field],
    error: problems[field],
    maxLength: 500,
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
  })
  return (
    <>
      <Group gap="md" align="flex-start" wrap="nowrap">
        <TextInput label="Server" placeholder="sftp.northway.example" flex={1} {...text('host')} />
        <NumberInput
          label="Port"
          w={110}
          hideControls
          allowDecimal={false}
          value={value.port}
          error={problems.port}
          onChange={(port) => set({ port: Number(port) })}
        />
      </Group>
      <TextInput label="User name" autoComplete="off" {...text('userName')} />
      <NativeSelect
        label="Sign in with"
        data={[
          { value: 'password', label: 'A password' },
          { value: 'key', label: 'A private key' },
        ]}
        value={value.secretKind}
        onChange={(event) => set({ secretKind: event.currentTarget.value === 'key' ? 'key' : 'password', secret: '' })}
      />
      {value.secretKind === 'password' ? (
        <TextInput
          type="password"
          label="Password"
          description={`Stored encrypted, and never shown again.${stays}`}
          autoComplete="new-password"
          value={value.secret}
          error={problems.secret}
          onChange={(event) => set({ secret: event.currentTarget.value })}
        />
      ) : (
        <Textarea
          label="Private key"
          description={`A key without a passphrase. The key is stored encrypted, and never shown again.${stays}`}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
          rows={3}
          value={value.secret}
          error={problems.secret}
          onChange={(event) => set({ secret: event.currentTarget.value })}
        />
      )}
      <Group gap="md" align="flex-start" grow>
        <TextInput label="Folder" {...text('folder')} />
        <TextInput label="Files, such as *.xml" {...text('pattern')} />
      </Group>
      <NumberInput
        label="Minutes between checks"
        hideControls
        allowDecimal={false}
        value={value.everyMinutes}
        error={problems.everyMinutes}
        onChange={(minutes) => set({ everyMinutes: Number(minutes) })}
      />
      <NativeSelect
        label="After a file is fetched"
        data={Object.entries(AFTERWARDS).map(([key, label]) => ({ value: key, label }))}
        value={value.afterwards}
        onChange={(event) => {
          const afterwards = (['leave', 'move', 'delete'] as const).find((one) => one === event.currentTarget.value) ?? 'leave'
          set({ afterwards })
        }}
      />
      {value.afterwards === 'move' && <TextInput label="Move it to" placeholder="/done" {...text('moveTo')} />}
    </>
  )
}
