import type { TracingAnswer, TracingCounts, TracingSending } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { type AnswerRecord, listAnswers, listSendings } from './answer.queries.ts'

const CHANNELS = {
  mail: 'mail',
  link: 'link',
  download: 'download',
  acknowledgment: 'acknowledgment',
  question: 'mail',
  reminder: 'mail',
} as const

/**
 * Lists everything that was sent about a request, oldest first: answers, acknowledgments, questions and reminders. Each comes with the delivery
 * status of its email, and with how often its link was used.
 */
export async function readSendings(tx: CustomerTx, requestId: number): Promise<(TracingSending & { answerId: number | null })[]> {
  return (await listSendings(tx, requestId)).map((row) => ({
    id: row.id,
    answerId: row.answerId,
    channel: CHANNELS[row.channel],
    at: row.at.toISOString(),
    by: row.byName,
    to: row.toWords,
    sha256: row.sha256,
    mailStatus: row.mailStatus,
    mailSentAt: row.mailSentAt?.toISOString() ?? null,
    mailError: row.mailError,
    expiresAt: (row.revokedAt ?? row.expiresAt)?.toISOString() ?? null,
    uses: row.uses,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }))
}

const NONE: TracingCounts = { found: 0, partly: 0, notFound: 0, outside: 0, elsewhere: 0 }

/** Lists the answers to a request, newest first. If the caller may not read an answer, its note, counts, gaps and files are left out. */
export async function readAnswers(
  tx: CustomerTx,
  requestId: number,
  sendings: readonly (TracingSending & { answerId: number | null })[],
  mayRead: (answer: AnswerRecord) => boolean,
): Promise<TracingAnswer[]> {
  const of = Map.groupBy(sendings, ({ answerId }) => answerId)
  return (await listAnswers(tx, requestId)).map((row) => {
    const answer = toAnswer(
      row,
      (of.get(row.id) ?? []).map(({ answerId: _, ...sending }) => sending),
    )
    return mayRead(row) ? answer : { ...answer, isHidden: true, note: null, counts: NONE, gaps: [], files: [] }
  })
}

function toAnswer(row: AnswerRecord, sendings: TracingSending[]): TracingAnswer {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    phase: row.phase,
    done: row.done,
    total: row.total,
    failure: row.failure,
    items: row.itemCount,
    note: row.note,
    isHidden: false,
    counts: { ...NONE, ...(row.counts as Partial<TracingCounts>) }, // the job wrote the column in this shape
    gaps: row.gaps as string[], // `gaps` is a JSON column that the job writes in this shape
    files: row.files as TracingAnswer['files'], // the job wrote the column in this shape
    bytes: row.bytes === null ? null : Number(row.bytes),
    sha256: row.sha256,
    madeAt: row.madeAt.toISOString(),
    madeBy: row.madeBy,
    keptUntil: row.keptUntil?.toISOString() ?? null,
    isRemoved: row.removedAt !== null,
    sentAt: row.sentAt?.toISOString() ?? null,
    sendings,
  }
}
