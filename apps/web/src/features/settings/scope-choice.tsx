import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { ACCESS_SCOPES, type AccessScope } from '@seriatim/schema/access-scope'

interface ScopeChoiceProps {
  /** null: everything that the person may do */
  value: readonly AccessScope[] | null
  onChange: (scopes: AccessScope[] | null) => void
  error?: React.ReactNode
  /** Another field, shown before the choice in the same row; it should have the same height. */
  before: React.ReactNode
}

const ALL = Object.entries(ACCESS_SCOPES) as [AccessScope, string][] // Object.entries() loses the type of the keys

/** Limits a token to the calls that its program needs, so that a lost token gives access to nothing else. */
export function ScopeChoice({ value, onChange, error, before }: ScopeChoiceProps) {
  const toggle = (scope: AccessScope, isOn: boolean) =>
    onChange(isOn ? [...(value ?? []), scope] : (value ?? []).filter((one) => one !== scope))
  return (
    <Stack gap="xs">
      <Group grow align="flex-start" gap="sm">
        {before}
        <NativeSelect
          label="Permissions"
          data={[
            { value: 'all', label: 'Everything I can do' },
            { value: 'some', label: 'Only what I choose' },
          ]}
          value={value === null ? 'all' : 'some'}
          onChange={(event) => onChange(event.currentTarget.value === 'all' ? null : [])}
          error={error}
        />
      </Group>
      {value !== null && (
        <Stack gap="xs" role="group" aria-label="What the token can do">
          {ALL.map(([scope, what]) => (
            <Checkbox
              key={scope}
              label={what}
              description={<Text component="code">{scope}</Text>}
              checked={value.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
