import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { MailRefusedError } from '../../outside/mail.ts'
import { findMail, listSentFiles, updateMail } from './med-email.queries.ts'

/** Sends one pedigree, outside any transaction; every try and its outcome stand in the mail's row. */
export const medEmailJob = defineJob({
  name: 'med.email',
  payload: z.object({ medEmailId: z.number() }),
  attempts: 12,
  async run({ medEmailId }, { inTx, storage, mailer, config, clock, customerId, isLastAttempt, attempt }) {
    if (customerId === null) return
    const found = await inTx('read only', async (tx) => {
      const mail = await findMail(tx, medEmailId)
      return mail && { mail, files: await listSentFiles(tx, mail.attachmentIds) }
    })
    if (found?.mail.status !== 'waiting') return
    const { mail, files } = found
    const open = async (filename: string, contentType: string, sha256: string) => ({
      filename,
      contentType,
      content: await storage.get(customerId, sha256),
    })
    const attachments = [await open(mail.pdfFilename, 'application/pdf', mail.pdfSha256)]
    for (const file of files) attachments.push(await open(file.filename, file.contentType, file.sha256))
    const { toAddresses: to, ccAddresses: cc, replyTo, subject, body: text } = mail
    try {
      await mailer.send({ from: config.mailFrom, to, cc, replyTo, subject, text, attachments })
    } catch (error) {
      const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
      const isOver = isLastAttempt || error instanceof MailRefusedError || isRefusal(error)
      await inTx('read write', (tx) =>
        updateMail(tx, medEmailId, { attempts: attempt, lastError, ...(isOver ? { status: 'failed' as const } : {}) }),
      )
      if (isOver) return
      throw error
    }
    await inTx('read write', (tx) =>
      updateMail(tx, medEmailId, { status: 'sent', sentAt: clock.now(), attempts: attempt, lastError: null }),
    )
  },
})

/** The server will say the same tomorrow (RFC 5321, section 4.2.1: 5yz). */
function isRefusal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode // what nodemailer's errors carry
  return typeof code === 'number' && code >= 500
}
