import type { AnyRouter } from '@trpc/server'
import type { DomainFacts } from '../core/domain-facts.ts'
import type { Listeners } from '../db/types.ts'
import type { Job } from '../jobs/job.ts'
import type { MailKind } from './mail/mail-kind.ts'

/** What a domain contributes to the product, declared in `<name>/<name>.domain.ts`. */
export interface Domain {
  /** Name of the domain's folder. */
  name: string
  facts?: readonly DomainFacts[]
  /** tRPC procedures, by the namespace under which they are documented. Several domains may add procedures to the same namespace. */
  routers?: Readonly<Record<string, readonly AnyRouter[]>>
  jobs?: readonly Job[]
  mails?: readonly MailKind[]
  /** Functions that run when a domain lower in the layering reports a change. */
  listeners?: Partial<Listeners>
}

export const defineDomain = <const D extends Domain>(domain: D): D => domain
