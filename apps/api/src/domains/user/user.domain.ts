import { defineDomain } from '../domain.ts'
import { userLocationRouter } from './access/user-location.router.ts'
import { appResetMails, handOverMails, invitationMails, reviewMails, userInvitationMails } from './customer/customer.mails.ts'
import { customerRouter } from './customer/customer.router.ts'
import { userFacts } from './user.facts.ts'
import { reviewJob } from './user.jobs.ts'
import { invitationRouter, userRouter } from './user.router.ts'

export const user = defineDomain({
  name: 'user',
  facts: [userFacts],
  routers: { user: [userRouter], userLocation: [userLocationRouter], invitation: [invitationRouter], customer: [customerRouter] },
  jobs: [reviewJob],
  mails: [invitationMails, userInvitationMails, appResetMails, handOverMails, reviewMails],
})
