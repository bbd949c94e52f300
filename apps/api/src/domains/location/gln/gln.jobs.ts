import { z } from 'zod'
import { withSystem } from '../../../db/system-tx.ts'
import { defineJob } from '../../../jobs/job.ts'
import { listContestedClaims } from './gln-contest.queries.ts'

/**
 * Notifies the operator, in the log and by email, about a GLN that several customers verified. The email belongs to no customer, so neither customer
 * learns of the other.
 */
export const compareGlnJob = defineJob({
  name: 'gln.compare',
  payload: z.object({ globalLocationNumber: z.string() }),
  attempts: 12,
  lane: 'mail',
  async run({ globalLocationNumber }, { config, log, mailer, system }) {
    const claims = await withSystem(system, (tx) => listContestedClaims(tx, globalLocationNumber))
    if (claims.length === 0) return
    const customerIds = claims.map(({ customerId }) => customerId)
    log.warn({ globalLocationNumber, customerIds }, 'more than one customer has verified the same GLN')
    if (!config.operator.emailAddress) return
    await mailer.send({
      from: config.mailFrom,
      to: [config.operator.emailAddress],
      subject: `${config.brand}: GLN ${globalLocationNumber} is contested`,
      text: [
        `Customers ${customerIds.join(' and ')} say that GLN ${globalLocationNumber} is theirs.`,
        'npm run gln:contested -- --files FOLDER saves the files, and --help explains how to withdraw the verification that is wrong.',
      ].join('\n\n'),
    })
  },
})
