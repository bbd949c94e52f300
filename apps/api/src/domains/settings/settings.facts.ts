import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const settingsErrors = defineErrors({
  settings_too_many_addresses: { code: 'BAD_REQUEST', text: 'At most 5 addresses can be saved here.' },
})

export const settingsFacts = {
  errors: settingsErrors,
  constraints: {},
  rights: {
    'settings:write': { group: 'Personal settings', what: 'Change their own settings, sessions and access tokens' },
  },
  kinds: {},
  actions: {
    'customer.updateSettings': 'Organization setting changed',
    'user.updateSettings': 'Personal setting changed',
  },
  sentences: {
    'customer.updateSettings': 'changed a setting of the organization',
    'user.updateSettings': 'changed their own setting',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof settingsFacts.actions, string> {}
}
