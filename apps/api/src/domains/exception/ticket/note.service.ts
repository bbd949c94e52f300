import { type ExceptionPerson, type TicketFile, writeFullName } from '@seriatim/schema'
import { mustOrOwn, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { exceptionErrors } from '../exception.facts.ts'
import { mentionMails } from '../exception.mails.ts'
import { findFile } from '../exception.queries.ts'
import { ownedBy, readVisibleTicket } from '../exception.service.ts'
import { listPeopleAt, setFollowing } from './exception-people.queries.ts'
import { insertEntry } from './ticket.joins.ts'
import { lockVisibleTicket } from './ticket.service.ts'
import { attachUploadedFile } from './ticket-file.service.ts'

interface NewNote {
  documentExceptionId: number
  text: string
  mentions: readonly number[]
  file?: TicketFile | undefined
}

/**
 * Adds a note to a ticket. Mentioned people get an email and follow the ticket from then on, as does the writer.
 *
 * @throws AppError exception_not_found, exception_owner_unknown if a mentioned person may not see the ticket, upload_not_found,
 * and the errors of the email budget.
 */
export async function writeNote(ctx: Context, session: Session, { documentExceptionId, text, mentions, file }: NewNote) {
  return ctx.inTx('read write', async (tx) => {
    const ticket = await lockVisibleTicket(tx, session, documentExceptionId)
    const entryId = await insertEntry(tx, { documentExceptionId, at: session.now, userId: session.userId, kind: 'note', text })
    if (file) await attachUploadedFile(tx, session, ctx, { documentExceptionId, entryId }, file)
    const people = await listPeopleAt(tx, ticket.locationId, ticket.createdById)
    const mentioned = [...new Set(mentions)].map((id) => people.find((person) => person.id === id))
    for (const userId of [session.userId, ...mentions]) await setFollowing(tx, { documentExceptionId, userId, since: session.now }, true)
    for (const person of mentioned) {
      if (!person) throw new AppError(exceptionErrors.exception_owner_unknown)
      if (person.id === session.userId) continue
      await sendMail(tx, session, {
        kind: mentionMails,
        to: [person.emailAddress],
        subject: oneLine(`${writeFullName(session)} mentioned you on ticket ${ticket.ticketNumber}`).slice(0, 200),
        text: [
          `${writeFullName(session)} wrote on ticket ${ticket.ticketNumber}: ${ticket.title}`,
          '',
          text,
          '',
          linkTo(ctx, ticket.id),
        ].join('\n'),
      })
    }
    const detail = {
      ticket: ticket.ticketNumber,
      mentions: mentioned.flatMap((person) => (person ? [person.emailAddress] : [])),
      file: file?.filename ?? null,
    }
    await audit(tx, session, { action: 'exception.note', subject: 'exception', subjectId: ticket.id, detail })
    return { ok: true as const }
  })
}

function linkTo({ config, request }: Pick<Context, 'config' | 'request'>, documentExceptionId: number): string {
  return `${config.publicUrl ?? request.origin ?? ''}/exceptions/${documentExceptionId}`
}

/** People who can be assigned to or mentioned on a ticket. @throws AppError exception_not_found. */
export async function readAssignablePeople(tx: CustomerTx, session: Session, documentExceptionId: number): Promise<ExceptionPerson[]> {
  const { locationId, createdById } = await readVisibleTicket(tx, session, documentExceptionId)
  return (await listPeopleAt(tx, locationId, createdById)).map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
}

/** Bytes of a photo or of a partner's attachment. @throws AppError exception_file_not_found. */
export async function readFile(ctx: Context, session: Session, fileId: number) {
  const file = await ctx.inTx('read write', async (tx) => {
    const row = await findFile(tx, fileId)
    if (!row) throw new AppError(exceptionErrors.exception_file_not_found)
    mustOrOwn(session, 'exception:read', ownedBy(row))
    const detail = { filename: row.filename, sha256: row.sha256 }
    await audit(tx, session, { action: 'exception.download', subject: 'exception', subjectId: row.documentExceptionId, detail })
    return row
  })
  const chunks: Buffer[] = []
  for await (const chunk of (await ctx.storage.get(session.customerId, file.sha256)) as AsyncIterable<Buffer>) chunks.push(chunk) // Node's types declare stream chunks as any
  return { filename: file.filename, contentType: file.contentType, base64: Buffer.concat(chunks).toString('base64') }
}
