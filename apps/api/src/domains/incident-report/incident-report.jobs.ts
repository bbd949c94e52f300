import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'
import { sendRecorded } from '../../jobs/recorded-mail.ts'
import { findMail, updateMail } from './incident-mail.queries.ts'
import { formName } from './incident-report.pdf.ts'

/** Sends one mail of an incident. The report itself goes with the stored PDF; a notice to a partner goes without it: it is the FDA's. */
export const incidentMailJob = defineJob({
  name: 'incident.mail',
  payload: z.object({ incidentMailId: z.number() }),
  attempts: 12,
  async run({ incidentMailId }, job) {
    const { inTx, storage, config, customerId } = job
    if (customerId === null) return
    const mail = await inTx('read only', (tx) => findMail(tx, incidentMailId))
    if (mail?.status !== 'waiting') return
    const { toAddresses: to, replyTo, subject, body: text } = mail
    const attachments =
      mail.kind === 'report'
        ? [{ filename: formName(mail.reportId), contentType: 'application/pdf', content: await storage.get(customerId, mail.pdfSha256) }]
        : []
    await sendRecorded(job, { from: config.mailFrom, to, replyTo, subject, text, attachments }, (outcome) =>
      inTx('read write', (tx) => updateMail(tx, incidentMailId, outcome)),
    )
  },
})
