import { parseArgs } from 'node:util'
import { openLogins } from '@seriatim/db/logins'
import { migrate } from '@seriatim/db/migrate'
import { audit } from '../call/audit.ts'
import { readConfig } from '../core/config.ts'
import { DAY_MS } from '../core/day.ts'
import { createSecrets } from '../core/secrets.ts'
import { openDb, openPool } from '../db/pool.ts'
import { withSystem } from '../db/system-tx.ts'
import { hashPassword, newTemporaryPassword } from '../domains/auth/password/password.ts'
import { sendMail } from '../domains/mail/mail.service.ts'
import { invitationMails } from '../domains/user/customer/customer.mails.ts'
import { makeCustomer } from '../seed/new-customer.ts'

const USAGE = `Makes a customer with its administrator and first location, and mails the invitation.

  npm run customer:new -- --name "Park Avenue Pharmacy" --admin-email dana@example.com --first Dana --last Ruiz [--location "Main street"] [--time-zone America/New_York]

Needs DATABASE_URL (and SECRET_KEY, as the server has it). The mail goes out when the server runs.`

/** The only way to create a customer in production (decision 42); it is recorded in the audit trail. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      'admin-email': { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      location: { type: 'string' },
      'time-zone': { type: 'string', default: 'America/Los_Angeles' },
      help: { type: 'boolean' },
    },
  })
  const { name, 'admin-email': emailAddress, first: firstName, last: lastName } = values
  if (values.help || !name || !emailAddress || !firstName || !lastName) return fail(USAGE)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(emailAddress)) return fail(`${emailAddress} is not an email address.`)
  const timeZone = values['time-zone']
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone))
    return fail(`${timeZone} is not a time zone. Write one such as America/New_York.`)
  const config = readConfig()
  if (!config.databaseUrl) return fail('Set DATABASE_URL. (The embedded database is for trying out; it has the demo customers.)')
  await migrate(config.databaseUrl)
  const pool = openPool(await openLogins(config.databaseUrl, config.secretKey, { mayGive: false }), 'seriatim_system', 2)
  const secrets = createSecrets(config.secretKey)
  const password = newTemporaryPassword()
  const now = new Date()
  try {
    await withSystem({ system: openDb(pool) }, async (tx) => {
      const locationName = values.location ?? name
      const made = await makeCustomer(tx, {
        name,
        admin: { emailAddress, firstName, lastName, locations: { [locationName]: 'admin' } },
        locations: [{ name: locationName, timeZone, address: { line: '', city: '', stateCode: '', zip: '' }, glns: [] }],
      })
      const temporaryExpiresAt = new Date(now.getTime() + 7 * DAY_MS)
      await tx
        .updateTable('login')
        .set({ temporaryHash: await hashPassword(password), temporaryExpiresAt })
        .where('userId', '=', made.adminId)
        .where('customerId', '=', made.customerId)
        .execute()
      const text = `Welcome to ${config.brand}.\n\n${config.publicUrl ?? ''}\nYour address: ${emailAddress}\nYour temporary password: ${password}\n\nIt works once, within 7 days. You will then choose your own.\n`
      await audit(
        made.tx,
        { now, userId: null },
        { action: 'customer.new', subject: 'customer', subjectId: made.customerId, detail: { name, emailAddress } },
      )
      await sendMail(
        made.tx,
        { userId: null, now },
        { kind: invitationMails, to: [emailAddress], subject: `${config.brand}: your invitation`, text: secrets.encrypt(text) },
      )
      process.stdout.write(`Customer ${made.customerId} made; the invitation goes to ${emailAddress}.\n`)
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'login__email_address') return fail(`${emailAddress} has a sign-in already.`) // pg's error names it
    throw error
  } finally {
    await pool.end()
  }
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

await run()
