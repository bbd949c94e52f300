import { defineDomain } from '../domain.ts'
import { settingsFacts } from './settings.facts.ts'
import { settingsRouter } from './settings.router.ts'

export const settings = defineDomain({
  name: 'settings',
  facts: [settingsFacts],
  routers: { settings: [settingsRouter] },
})
