import { recoverJob } from '../domains/auth/auth.jobs.ts'
import { drugsJob } from '../domains/drug-reference/drug-reference.jobs.ts'
import { readJob, remindJob } from '../domains/exception/exception.jobs.ts'
import { mailJob } from '../domains/mail/mail.jobs.ts'
import { importJob } from '../domains/order-import/import.jobs.ts'
import { catchUpRecallsJob, digestRecallsJob, matchRecallsJob, recallsJob } from '../domains/recall/recall.jobs.ts'
import { compareOneJob, endJob, readSubscriptionsJob } from '../domains/subscription/subscription.jobs.ts'
import { paperJob } from '../domains/trading-partner/trading-partner.jobs.ts'
import { reviewJob } from '../domains/user/user.jobs.ts'
import { sealJob } from './audit-seal.jobs.ts'
import type { Job } from './job.ts'
import { tidyJob, verifyFailuresJob } from './maintenance.jobs.ts'
import { compareJob } from './subscription-compare.jobs.ts'

/** Every job there is. */
export const jobs: readonly Job[] = [
  catchUpRecallsJob,
  compareJob,
  compareOneJob,
  digestRecallsJob,
  drugsJob,
  endJob,
  importJob,
  paperJob,
  mailJob,
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
