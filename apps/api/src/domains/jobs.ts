import type { Job } from '../jobs/job.ts'
import { sealJob } from './audit/audit-seal.jobs.ts'
import { recoverJob } from './auth/auth.jobs.ts'
import { drugsJob } from './drug-reference/drug-reference.jobs.ts'
import { readJob, remindJob } from './exception/exception.jobs.ts'
import { compareGlnJob } from './location/gln/gln.jobs.ts'
import { makeMailJob } from './mail/mail.jobs.ts'
import { MAIL_KINDS } from './mail-kinds.ts'
import { tidyJob, verifyFailuresJob } from './maintenance.jobs.ts'
import { importJob } from './order-import/import.jobs.ts'
import { catchUpRecallsJob, digestRecallsJob, matchRecallsJob, recallsJob } from './recall/recall.jobs.ts'
import { compareJob } from './subscription/provider/subscription-compare.jobs.ts'
import { compareOneJob, endJob, readSubscriptionsJob } from './subscription/subscription.jobs.ts'
import { paperJob } from './trading-partner/trading-partner.jobs.ts'
import { reviewJob } from './user/user.jobs.ts'

/** Every job there is. */
export const jobs: readonly Job[] = [
  catchUpRecallsJob,
  compareGlnJob,
  compareJob,
  compareOneJob,
  digestRecallsJob,
  drugsJob,
  endJob,
  importJob,
  paperJob,
  makeMailJob(MAIL_KINDS),
  matchRecallsJob,
  readJob,
  readSubscriptionsJob,
  recallsJob,
  recoverJob,
  remindJob,
  reviewJob,
  sealJob,
  tidyJob,
  verifyFailuresJob,
]
