import { recoverJob } from '../domains/auth/auth.jobs.ts'
import { drugsJob } from '../domains/drug-reference/drug-reference.jobs.ts'
import { mailJob } from '../domains/mail/mail.jobs.ts'
import { importJob } from '../domains/upload/import.jobs.ts'
import { sealJob } from './audit-seal.jobs.ts'
import type { Job } from './job.ts'
import { tidyJob, verifyFailuresJob } from './maintenance.jobs.ts'

/** Every job there is. */
export const jobs: readonly Job[] = [drugsJob, importJob, mailJob, recoverJob, sealJob, tidyJob, verifyFailuresJob]
