import { MAIL_ADDRESSES, MAIL_ATTACHMENT_BYTES, MAILS_PER_DAY, type MedEmail, type MedEmailInput, splitAddresses } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { oneLine } from '../../../core/text/one-line.ts'
import { makePersonName } from '../../../core/text/person.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { wholeBytes } from '../../../outside/storage.ts'
import { readMedAttachments } from '../../file/attachment.service.ts'
import { fileErrors } from '../../file/file.facts.ts'
import { mailErrors } from '../../mail/mail.facts.ts'
import { resendMail, sendMail } from '../../mail/mail.service.ts'
import { expectRecipientBudget } from '../../mail/mail-budget.service.ts'
import { medErrors } from '../med.facts.ts'
import { expectVisibleMed, readPedigree } from '../med.service.ts'
import { pedigreeMails } from './med-email.mails.ts'
import { countMailsSince, findEmail, insertEmail, listEmails, listSentFiles, lockMailer, updateEvenHeld } from './med-email.queries.ts'
import { printPaper, readPaper } from './med-paper.service.ts'

/** Prints the pedigree as it would be sent at this moment. */
export async function previewPaper(ctx: Context, session: Session, medId: number) {
  const paper = await ctx.inTx('read write', async (tx) => {
    const read = await readPaper(tx, session, medId)
    await audit(tx, session, { action: 'med.paper', subject: 'med', subjectId: medId })
    return read
  })
  const { filename, bytes } = await printPaper(ctx, session, paper)
  return { filename, base64: Buffer.from(bytes).toString('base64') }
}

/**
 * Accepts an email with a pedigree: creates and stores its PDF; the email is sent after the call. @throws AppError mail_without_recipient,
 * mail_address_invalid (naming the address), mail_too_many_recipients, attachment_not_found, mail_too_large, mail_too_many_today, the errors of the
 * email budget and those of `readPedigree`.
 */
export async function emailPedigree(ctx: Context, session: Session, input: MedEmailInput) {
  const to = splitAddresses(input.to)
  const cc = splitAddresses(input.cc)
  for (const [field, [bad]] of [
    ['to', to.bad],
    ['cc', cc.bad],
  ] as const)
    if (bad !== undefined)
      throw new AppError(mailErrors.mail_address_invalid, { detail: `"${bad.slice(0, 100)}" is not an email address.`, facts: { field } })
  if (!to.good.length) throw new AppError(mailErrors.mail_without_recipient, { facts: { field: 'to' } })
  const recipients = to.good.length + cc.good.length
  if (recipients > MAIL_ADDRESSES) throw new AppError(mailErrors.mail_too_many_recipients, { facts: { field: 'to' } })
  const attachmentIds = [...new Set(input.attachments)]

  const paper = await ctx.inTx('read only', async (tx) => {
    const read = await readPaper(tx, session, input.medId)
    must(session, 'med:write', read.pedigree.customerLocation.id)
    if (read.pedigree.voided) throw new AppError(medErrors.med_voided)
    if (read.pedigree.isHeld && !input.evenHeld) throw new AppError(medErrors.med_held)
    await expectFiles(tx, input.medId, attachmentIds)
    await expectFewMails(tx, session)
    await expectRecipientBudget(tx, session, recipients)
    return read
  })
  const { filename, bytes } = await printPaper(ctx, session, paper)
  const stored = await ctx.storage.put(session.customerId, wholeBytes(bytes))
  const { med } = paper.pedigree
  const id = await ctx.inTx('read write', async (tx) => {
    await lockMailer(tx, session.userId)
    await expectFewMails(tx, session)
    const mailId = await sendMail(tx, session, {
      kind: pedigreeMails,
      to: to.good,
      cc: cc.good,
      replyTo: session.emailAddress,
      subject: oneLine(input.subject) || `Pedigree of serial number ${med.serialNumber}`,
      text: input.body,
    })
    const medEmailId = await insertEmail(tx, {
      mailId,
      medId: med.id,
      pdfFilename: filename,
      pdfSha256: stored.sha256,
      pdfSize: stored.size,
      attachmentIds,
      evenHeld: paper.pedigree.isHeld && input.evenHeld,
    })
    const evenHeld = paper.pedigree.isHeld ? { evenHeld: true } : {}
    const detail = { medEmailId, to: to.good, cc: cc.good, attachmentIds, pdfSha256: stored.sha256, ...evenHeld }
    await audit(tx, session, { action: 'med.email', subject: 'med', subjectId: med.id, detail })
    return medEmailId
  })
  return { id, recipients }
}

async function expectFiles(tx: CustomerTx, medId: number, ids: readonly number[]): Promise<void> {
  const files = await readMedAttachments(tx, medId, ids)
  if (files.length !== ids.length) throw new AppError(fileErrors.attachment_not_found)
  if (files.reduce((sum, file) => sum + file.size, 0) > MAIL_ATTACHMENT_BYTES) throw new AppError(mailErrors.mail_too_large)
}

async function expectFewMails(tx: CustomerTx, session: Session): Promise<void> {
  const since = new Date(session.now.getTime() - DAY_MS)
  if ((await countMailsSince(tx, { kind: pedigreeMails.name, userId: session.userId, since })) >= MAILS_PER_DAY)
    throw new AppError(mailErrors.mail_too_many_today)
}

/** Lists the emails sent about a med, newest first. */
export async function readMails(tx: CustomerTx, session: Session, medId: number): Promise<MedEmail[]> {
  await expectVisibleMed(tx, session, medId)
  const mails = await listEmails(tx, medId)
  const files = await listSentFiles(
    tx,
    mails.flatMap((mail) => mail.attachmentIds),
  )
  const names = new Map(files.map((file) => [file.id, file.filename]))
  return mails.map((mail) => ({
    id: mail.id,
    at: mail.createdAt.toISOString(),
    by: makePersonName(mail),
    to: mail.toAddresses,
    cc: mail.ccAddresses,
    subject: mail.subject,
    body: mail.body ?? '',
    attachments: [mail.pdfFilename, ...mail.attachmentIds.flatMap((id) => names.get(id) ?? [])],
    status: mail.status,
    sentAt: mail.sentAt?.toISOString() ?? null,
    attempts: mail.attempts,
    lastError: mail.lastError,
  }))
}

/**
 * Queues a failed email again, with the same PDF.
 * @throws AppError mail_not_found; mail_not_failed; med_voided; med_held if the package is on hold and the caller did not confirm sending anyway
 * (`evenHeld`); and the errors of the email budget.
 */
export async function resendPedigree(
  tx: CustomerTx,
  session: Session,
  { medEmailId, evenHeld }: { medEmailId: number; evenHeld: boolean },
) {
  const mail = await findEmail(tx, medEmailId)
  if (!mail) throw new AppError(mailErrors.mail_not_found)
  const { voided, isHeld, customerLocation } = await readPedigree(tx, session, mail.medId)
  must(session, 'med:write', customerLocation.id)
  if (voided) throw new AppError(medErrors.med_voided)
  if (isHeld && !evenHeld) throw new AppError(medErrors.med_held)
  await expectFiles(tx, mail.medId, mail.attachmentIds)
  await resendMail(tx, session, pedigreeMails, mail.mailId)
  await updateEvenHeld(tx, medEmailId, isHeld)
  await audit(tx, session, {
    action: 'med.emailAgain',
    subject: 'med',
    subjectId: mail.medId,
    detail: { medEmailId, ...(isHeld ? { evenHeld } : {}) },
  })
  return { ok: true as const }
}
