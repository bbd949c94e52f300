import { defineDomain } from '../domain.ts'
import { authFacts } from './auth.facts.ts'
import { recoverJob } from './auth.jobs.ts'
import { codeMails, temporaryPasswordMails } from './auth.mails.ts'
import { authRouter } from './auth.router.ts'

export const auth = defineDomain({
  name: 'auth',
  facts: [authFacts],
  routers: { auth: [authRouter] },
  jobs: [recoverJob],
  mails: [codeMails, temporaryPasswordMails],
})
