import { listHeld } from '../../hold/hold.joins.ts'
import { mailErrors } from '../../mail/mail.facts.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { findEmailByMail, listSentFiles } from './med-email.queries.ts'

/**
 * Sends a pedigree with its PDF and the chosen files. If the med was put on hold or voided while the email waited, the email is stopped with the reason
 * and can be sent again.
 */
export const pedigreeMails: MailKind = {
  name: 'med.pedigree',
  isCounted: true,
  async prepare(mailId, { inTx, storage, customerId }) {
    const { email, files, isHeld } = await inTx('read only', async (tx) => {
      const found = await findEmailByMail(tx, mailId)
      return {
        email: found,
        files: await listSentFiles(tx, found.attachmentIds),
        isHeld: (await listHeld(tx, [found.medId])).has(found.medId),
      }
    })
    const refusal = email.voidedAt ? mailErrors.mail_voided_since : isHeld && !email.evenHeld ? mailErrors.mail_held_since : undefined
    if (refusal) return { stopped: refusal.text }
    const open = async (filename: string, contentType: string, sha256: string) => ({
      filename,
      contentType,
      content: await storage.get(customerId ?? 0, sha256),
    })
    const attachments = [await open(email.pdfFilename, 'application/pdf', email.pdfSha256)]
    for (const file of files) attachments.push(await open(file.filename, file.contentType, file.sha256))
    return { attachments }
  },
}
