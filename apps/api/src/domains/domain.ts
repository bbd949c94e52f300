import type { AnyRouter } from '@trpc/server'
import type { DomainFacts } from '../core/domain-facts.ts'
import type { Listeners } from '../db/types.ts'
import type { Job } from '../jobs/job.ts'
import type { MailKind } from './mail/mail-kind.ts'

/** What a domain brings to the product: `<name>/<name>.domain.ts`. */
export interface Domain {
  /** Its folder. */
  name: string
  facts?: readonly DomainFacts[]
  /** Procedures by their documented namespace, which several domains may add to. */
  routers?: Readonly<Record<string, readonly AnyRouter[]>>
  jobs?: readonly Job[]
  mails?: readonly MailKind[]
  /** What it does when a domain below announces a change. */
  listeners?: Partial<Listeners>
}

export const defineDomain = <const D extends Domain>(domain: D): D => domain
