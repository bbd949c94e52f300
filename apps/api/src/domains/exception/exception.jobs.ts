import { setImmediate as nextTurn } from 'node:timers/promises'
import { EXCEPTION_ITEMS } from '@seriatim/schema'
import { z } from 'zod'
import { storableJson } from '../../core/text/storable.ts'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob, type JobContext } from '../../jobs/job.ts'
import { openStoredDocument, UnreadableError } from '../upload/stored-document.service.ts'
import { remindPartners } from './ask/remind.service.ts'
import { type DocumentExcerpts, type PartSection, readExcerpts } from './document/document-parts.ts'
import { replaceParts } from './exception.queries.ts'
import type { StoredFinding } from './exception.rules.ts'
import { updateTicket } from './ticket/ticket.joins.ts'
import { findTicket } from './ticket/ticket-read.joins.ts'

const SECTIONS = ['events', 'locationVocabulary', 'medVocabulary', 'meds'] as const satisfies readonly PartSection[]

/** Reads a ticket's document for its screen: its sections in pages, and the lines around each finding. */
export const readJob = defineJob({
  name: 'exception.read',
  payload: z.object({ documentExceptionId: z.number() }),
  attempts: 5,
  lane: 'long',
  async run({ documentExceptionId }, job) {
    const ticket = await job.inTx('read only', (tx) => findTicket(tx, documentExceptionId))
    if (!ticket?.sha256 || job.customerId === null) return
    await keepParts(job, documentExceptionId, await read())

    async function read(): Promise<DocumentExcerpts | undefined> {
      try {
        const stored = await openStoredDocument(job.storage, job.customerId ?? 0, ticket?.sha256 ?? '')
        try {
          // Yields between chunks so that scans are answered promptly.
          const pause = async () => {
            if (job.signal.aborted) throw new Error('The server is shutting down; the document is read again at the next start.')
            await nextTurn()
          }
          return await readExcerpts(stored.chunks, ticket?.findings as StoredFinding[], { now: job.clock.now(), pause }) // the import wrote it in this shape
        } finally {
          await stored.release()
        }
      } catch (error) {
        if (error instanceof UnreadableError) return undefined
        throw error
      }
    }
  },
  /**
   * Called when the process died each time the job read the document. The document counts as unreadable: the ticket lists its findings without the
   * surrounding lines of the file.
   */
  abandon: ({ documentExceptionId }, job) => keepParts(job, documentExceptionId, undefined),
})

function keepParts(job: JobContext, documentExceptionId: number, parts: DocumentExcerpts | undefined): Promise<void> {
  return job.inTx('read write', async (tx) => {
    await replaceParts(tx, documentExceptionId, parts ? readPages(parts) : [])
    await updateTicket(tx, documentExceptionId, {
      readAt: job.clock.now(),
      header: parts?.header ? storableJson(parts.header) : null,
      amounts: JSON.stringify(parts?.amounts ?? {}),
      excerpts: storableJson(parts?.excerpts ?? []),
    })
  })
}

function readPages(parts: DocumentExcerpts) {
  return SECTIONS.flatMap((section) => {
    const items: unknown[] = parts[section]
    return Array.from({ length: Math.ceil(items.length / EXCEPTION_ITEMS) }, (_, page) => ({
      section,
      page,
      items: items.slice(page * EXCEPTION_ITEMS, (page + 1) * EXCEPTION_ITEMS),
    }))
  })
}

/** Reminds partners that haven't answered; runs hourly. */
export const remindJob = defineJob({
  name: 'exception.remind',
  payload: z.unknown(),
  attempts: 3,
  schedule: '37 * * * *',
  async run(_, { db, system, clock }) {
    await forEachCustomer({ db, system }, async (tx) => {
      await remindPartners(tx, clock.now())
    })
  },
})
