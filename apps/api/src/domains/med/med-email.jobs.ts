import { z } from 'zod'
import { ERRORS } from '../../errors.ts'
import { defineJob } from '../../jobs/job.ts'
import { sendRecorded } from '../../jobs/recorded-mail.ts'
import { listHeld } from '../hold/hold.service.ts'
import { findMail, listSentFiles, updateMail } from './med-email.queries.ts'

/**
 * Sends one pedigree, outside any transaction; every try and its outcome stand in the mail's row. A med that was put on hold or voided while
 * its mail waited sends nothing: the mail is stopped with the reason, and can be sent again.
 */
export const medEmailJob = defineJob({
  name: 'med.email',
  payload: z.object({ medEmailId: z.number() }),
  attempts: 12,
  async run({ medEmailId }, job) {
    const { inTx, storage, config, customerId } = job
    if (customerId === null) return
    const found = await inTx('read only', async (tx) => {
      const mail = await findMail(tx, medEmailId)
      return mail && { mail, files: await listSentFiles(tx, mail.attachmentIds), isHeld: (await listHeld(tx, [mail.medId])).size > 0 }
    })
    if (found?.mail.status !== 'waiting') return
    const { mail, files, isHeld } = found
    const refusal = mail.voidedAt ? 'mail_voided_since' : isHeld && !mail.evenHeld ? 'mail_held_since' : undefined
    if (refusal) {
      const lastError = ERRORS[refusal].text
      await inTx('read write', (tx) => updateMail(tx, medEmailId, { status: 'stopped', attempts: job.attempt - 1, lastError }))
      return
    }
    const open = async (filename: string, contentType: string, sha256: string) => ({
      filename,
      contentType,
      content: await storage.get(customerId, sha256),
    })
    const attachments = [await open(mail.pdfFilename, 'application/pdf', mail.pdfSha256)]
    for (const file of files) attachments.push(await open(file.filename, file.contentType, file.sha256))
    const { toAddresses: to, ccAddresses: cc, replyTo, subject, body: text } = mail
    await sendRecorded(job, { from: config.mailFrom, to, cc, replyTo, subject, text, attachments }, (outcome) =>
      inTx('read write', (tx) => updateMail(tx, medEmailId, outcome)),
    )
  },
})
