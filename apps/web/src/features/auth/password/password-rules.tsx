import { Group, Stack } from '@mantine/core'
import { PASSWORD_RULES } from '@seriatim/schema/settings'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'

interface Chosen {
  newPassword: string
  repeatNewPassword: string
}

/** Whether the new password satisfies all rules and both entries match. */
export function isGoodPassword({ newPassword, repeatNewPassword }: Chosen): boolean {
  return newPassword === repeatNewPassword && PASSWORD_RULES.every((rule) => rule.holds(newPassword))
}

/** Requirements for a new password, each checked off as soon as the typed text meets it. */
export function PasswordRules({ newPassword, repeatNewPassword }: Chosen) {
  return (
    <Stack component="ul" gap={6} aria-label="The new password needs">
      {PASSWORD_RULES.map((rule) => (
        <Rule key={rule.key} text={rule.text} met={rule.holds(newPassword)} />
      ))}
      <Rule text="Both new passwords are the same" met={newPassword !== '' && newPassword === repeatNewPassword} />
    </Stack>
  )
}

function Rule({ text, met }: { text: string; met: boolean }) {
  const Icon = met ? IconCircleCheck : IconCircle
  return (
    <Group component="li" gap="xs" c={met ? 'var(--done-text)' : 'var(--ink-2)'}>
      <Glyph of={Icon} size={16} />
      {text}
      <VisuallyHidden>{met ? ', met' : ', not yet met'}</VisuallyHidden>
    </Group>
  )
}
