import { mergeRecords } from '../core/merge.ts'
import type { Listeners } from '../db/types.ts'
import type { Job } from '../jobs/job.ts'
import type { Domain } from './domain.ts'
import { LAYERS } from './layers.ts'
import { makeMailJob } from './mail/mail.jobs.ts'
import type { MailKind } from './mail/mail-kind.ts'
import { makeTidyJob, verifyFailuresJob } from './maintenance.jobs.ts'

type AnyDomain = (typeof LAYERS)[number]['domains'][number]
/** Union of the values that domains declare under the key `Name`, for example `jobs` or `mails`. */
type Brought<Name extends keyof Domain> = Extract<AnyDomain, Record<Name, unknown>>[Name]

/** Collects what every domain contributes under `name`, lowest layer first. */
export function collect<Name extends keyof Domain>(name: Name): Brought<Name>[] {
  const all: readonly Domain[] = LAYERS.flatMap(({ domains }): readonly Domain[] => domains)
  return all.flatMap((domain) => (domain[name] === undefined ? [] : [domain[name] as Brought<Name>])) // the name is one of the keys
}

export const mailKinds: readonly MailKind[] = collect('mails').flat()

export const tidyJob = makeTidyJob(mailKinds)

export const jobs: readonly Job[] = [...collect('jobs').flat(), makeMailJob(mailKinds), tidyJob, verifyFailuresJob]

/**
 * The functions that upper layers run when a lower layer announces a change, in the transaction of that change. Compilation fails if no domain
 * listens to an announcement that is not optional in `Listeners`.
 */
export const listeners: Listeners = mergeRecords('listeners', collect('listeners'))
