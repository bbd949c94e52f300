import { recoverJob } from '../domains/auth/auth.jobs.ts'
import { drugsJob } from '../domains/drug-reference/drug-reference.jobs.ts'
import { incidentMailJob } from '../domains/incident-report/incident-report.jobs.ts'
import { medEmailJob } from '../domains/med/med-email.jobs.ts'
import { importJob } from '../domains/upload/import.jobs.ts'
import { sealJob } from './audit-seal.jobs.ts'
import type { Job } from './job.ts'
import { mailJob } from './mail.jobs.ts'
import { tidyJob, verifyFailuresJob } from './maintenance.jobs.ts'

/** Every job there is. */
export const jobs: readonly Job[] = [
  drugsJob,
  importJob,
  incidentMailJob,
  mailJob,
  medEmailJob,
  recoverJob,
  sealJob,
  tidyJob,
  verifyFailuresJob,
]
