import { defineDomain } from '../domain.ts'
import { settingsFacts } from './settings.facts.ts'
import { checkpointMailJob } from './settings.jobs.ts'
import { checkpointMails } from './settings.mails.ts'
import { settingsRouter } from './settings.router.ts'

export const settings = defineDomain({
  name: 'settings',
  facts: [settingsFacts],
  routers: { settings: [settingsRouter] },
  jobs: [checkpointMailJob],
  mails: [checkpointMails],
})
