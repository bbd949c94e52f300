import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { NotStoredError } from '../../../outside/storage.ts'
import { type FileContent, safeSegment, text } from '../../../pack/pack-content.ts'
import { openPackFolder, packPath, removePackFile } from '../../../pack/pack-folder.ts'
import type { PackFile } from '../../../pack/pack-format.ts'
import { createPackWriter, type PackWriter } from '../../../pack/pack-writer.ts'
import { printFile } from '../../../print/print-file.ts'
import { printStamp } from '../../../print/print-stamp.ts'
import { proveNewAuditRow, readLogKey } from '../../audit/audit-log.service.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { storeMade } from '../../file/file.service.ts'
import { getCustomerName } from '../../location/location.joins.ts'
import { findElsewhere, type TracedDocument, traceItems } from '../find/find.service.ts'
import { answerGaps } from '../find/judge.ts'
import { expectRequest } from '../request.access.ts'
import { saveCounts } from '../request.queries.ts'
import { requestName } from '../request.view.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { type Answered, answerSheet } from './answer.pdf.ts'
import { type AnswerRecord, markAnswerReady, updateProgress } from './answer.queries.ts'
import { answerCsv, answerJson } from './answer-files.ts'

/** Thrown if the answer was discarded while it was being prepared. */
export class AnswerStoppedError extends Error {
  override name = 'AnswerStoppedError'
}

/** Days for which an answer's file is kept in the file storage (decision 71). */
const RETENTION_DAYS = 30

/** The person who prepared the answer, with today's rights; undefined if that person can no longer answer requests. */
export async function findAuthor(job: JobContext, { madeById, timeZone }: AnswerRecord): Promise<Session | undefined> {
  const { customerId } = job
  if (customerId === null) return undefined
  const person = { customerId, userId: madeById, timeZone, now: job.clock.now() }
  const session = await job.inTx('read only', (tx) => readPersonSession(tx, person))
  return session?.permissions.has('tracing:write') ? session : undefined
}

/** Checks the right again once everything is written, because writing may take long. @throws AppError tracing_not_found. */
async function expectStillAllowed(job: JobContext, answer: AnswerRecord): Promise<void> {
  const session = await findAuthor(job, answer)
  if (!session) throw new AppError(tracingErrors.tracing_not_found)
  await withCustomer(job.db, session, 'read only', (tx) => expectRequest(tx, session, answer.requestId, 'tracing:write'))
}

const answerPath = ({ config }: JobContext, customerId: number, answerId: number): string =>
  packPath({ config, customerId, name: `answer-${answerId}` })

/** Removes the partial file of an attempt whose process was killed. */
export async function removeAnswerRest(job: JobContext, answerId: number): Promise<void> {
  if (job.customerId !== null) await removePackFile(answerPath(job, job.customerId, answerId))
}

/**
 * Writes an answer as a pack to a local file, and then stores that file. If the process is killed, the next attempt starts over from the database.
 */
export async function buildAnswer(job: JobContext, answer: AnswerRecord, session: Session): Promise<void> {
  const { requestId, items: numbers, note } = answer
  const elsewhere = await findElsewhere(job.db, session, requestId)
  // The job's own transactions see all locations, but an answer may contain only what its author may see.
  const answered = await withCustomer(job.db, session, 'snapshot', async (tx): Promise<Answered> => {
    const request = await expectRequest(tx, session, requestId, 'tracing:write')
    const customerName = await getCustomerName(tx)
    const context = { ...session, timeZone: request.timeZone }
    const traced = await traceItems(tx, context, request, { numbers, elsewhere, ownName: customerName })
    return { request, traced, customerName, note }
  })
  const path = answerPath(job, session.customerId, answer.id)
  await openPackFolder(path)
  const writer = createPackWriter(path, job.clock.now())
  try {
    const gaps = answerGaps(answered.traced.lines).map(({ number, text: words }) => `${number}. ${words}`)
    const { files, lost } = await writeFiles(job, answer, session, answered, writer)
    const written = await writer.finish(
      {
        id: `${requestName(answered.request)}, answer ${answer.number}`,
        madeAt: job.clock.now().toISOString(),
        madeBy: answer.madeBy,
        customer: { id: session.customerId, name: answered.customerName },
        preset: answered.request.isDrill ? 'drill' : 'tracing',
        selection: {
          request: answered.request.number,
          organization: answered.request.organization,
          items: numbers.length === answered.request.itemCount ? 'all' : numbers,
        },
        counts: { ...answered.traced.counts },
        gaps: [...gaps, ...lost].map((words) => ({ part: 'answer', text: words })),
        checkpoint: null,
        key: readLogKey(job.secrets, session.customerId),
      },
      (manifestSha256) => proveManifest(job, answer, session, manifestSha256),
    )
    await expectStillAllowed(job, answer)
    const stored = await storeMade(job, session.customerId, createReadStream(path))
    const now = job.clock.now()
    const isOurs = await job.inTx('read write', async (tx) => {
      const { itemCount } = answered.request
      const { locationIds } = answer
      if (numbers.length === itemCount) await saveCounts(tx, requestId, { ...answered.traced.counts, locationIds }, { itemCount })
      return markAnswerReady(tx, answer.id, {
        items: answered.traced.lines.filter(({ result }) => result !== 'elsewhere').map(({ number }) => number),
        bytes: stored.size,
        sha256: stored.sha256,
        manifestSha256: written.manifestSha256,
        keptUntil: new Date(now.getTime() + RETENTION_DAYS * DAY_MS),
        counts: answered.traced.counts,
        gaps: [...gaps, ...lost],
        files,
      })
    })
    if (!isOurs) throw new AnswerStoppedError('The answer is no longer being prepared.')
  } catch (error) {
    await writer.abandon()
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function writeFiles(
  job: JobContext,
  answer: AnswerRecord,
  session: Session,
  answered: Answered,
  writer: PackWriter,
): Promise<{ files: PackFile[]; lost: string[] }> {
  const { request, traced, customerName, note } = answered
  const files: PackFile[] = []
  const lost: string[] = []
  const total = traced.documents.length + 3
  const add = async (phase: string, name: string, content: FileContent) => {
    if (job.signal.aborted) throw new AnswerStoppedError('The server is shutting down.')
    const isOurs = await job.inTx('read write', (tx) => updateProgress(tx, answer.id, { phase, done: files.length, total }))
    if (!isOurs) throw new AnswerStoppedError('The answer is no longer being prepared.')
    files.push(await writer.add(name, content))
  }
  const printed = await printFile({ deps: job, session }, 'answer', answerSheet(answered, printStamp(job, session)))
  await add('Writing the PDF', printed.name, printed.content)
  await add('Writing the table', 'answer.csv', text(...answerCsv(traced, request.timeZone)))
  await add(
    'Writing the data',
    'answer.json',
    text(answerJson(request, traced, { customerName, note, original: (id) => originalName(traced.documents, id) })),
  )
  for (const document of traced.documents) {
    const name = originalName(traced.documents, document.documentId)
    try {
      await add(
        'Adding the original files',
        name,
        (await job.storage.get(session.customerId, document.sha256)) as AsyncIterable<Uint8Array>,
      ) // Node's types declare stream chunks as any
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error
      lost.push(`The file "${document.filename}" is missing from the file storage.`)
    }
  }
  return { files, lost }
}

function originalName(documents: readonly TracedDocument[], documentId: number): string {
  const filename = documents.find((document) => document.documentId === documentId)?.filename ?? ''
  return `originals/${documentId}-${safeSegment(filename)}`
}

async function proveManifest(job: JobContext, answer: AnswerRecord, session: Session, manifestSha256: string): Promise<string> {
  const { customerId, userId } = session
  const detail = { answer: answer.number, manifestSha256 }
  const auditId = await job.inTx('read write', (tx) =>
    audit(tx, { now: job.clock.now(), userId }, { action: 'tracing.seal', subject: 'tracing', subjectId: answer.requestId, detail }),
  )
  return (await proveNewAuditRow(job, { customerId, auditId })).proof
}
