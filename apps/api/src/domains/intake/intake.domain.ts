import { defineDomain } from '../domain.ts'
import { recordArrival, recordUnpacked } from './delivery.service.ts'
import { readRoom } from './door-limit.service.ts'
import { intakeFacts } from './intake.facts.ts'
import { deliverLeftPartJob, pullJob, queueLeftPartsJob, queuePullsJob, reportToSenderJob, tidyPullsJob } from './intake.jobs.ts'
import { deliveryReportMails, pullMails } from './intake.mails.ts'
import { intakeRouter } from './intake.router.ts'
import { uploadSettled } from './mail/mail-report.service.ts'

export const intake = defineDomain({
  name: 'intake',
  facts: [intakeFacts],
  routers: { intake: [intakeRouter] },
  listeners: {
    fileArrived: recordArrival,
    filesUnpacked: recordUnpacked,
    uploadSettled,
    zipOpened: (tx, { doorId, at }) => readRoom(tx, { doorId, now: at }),
  },
  jobs: [deliverLeftPartJob, queueLeftPartsJob, pullJob, queuePullsJob, reportToSenderJob, tidyPullsJob],
  mails: [deliveryReportMails, pullMails],
})
