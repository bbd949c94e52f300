import { parseArgs } from 'node:util'
import { openLogins } from '@seriatim/db/logins'
import { migrate } from '@seriatim/db/migrate'
import { timeZoneWords } from '@seriatim/schema'
import { type Config, readConfig } from '../core/config.ts'
import { createSecrets } from '../core/secrets.ts'
import { openDb, openPool } from '../db/pool.ts'
import { readAddress } from '../http/serving.ts'
import { withDatabase } from './cli-database.ts'
import { createCustomer, inviteAgain } from './new-customer.service.ts'

const USAGE = `Creates a customer with its administrator and first location, and emails the administrator an invitation link.

  npm run customer:new -- --name "Park Avenue Pharmacy" --admin-email dana@example.com --first Dana --last Ruiz [--location "Main street"] [--time-zone America/New_York]
  npm run customer:new -- --again 12      emails a new link to the administrator of customer 12, who has not joined yet

Uses the database in DATABASE_URL (with the server's SECRET_KEY), or else the embedded database in DATA_DIR, next to the demo customers. The email
is sent while the server is running; outside production it appears at /demo/mail.`

/** Decision 2. */
const UNKNOWN_ZONE = 'America/Los_Angeles'

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      'admin-email': { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      location: { type: 'string' },
      'time-zone': { type: 'string' },
      again: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const config = readConfig()
  if (values.again && !values.help) return runAgain(config, values.again)
  const { name, 'admin-email': emailAddress, first: firstName, last: lastName } = values
  if (values.help || !name || !emailAddress || !firstName || !lastName) return fail(USAGE)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(emailAddress)) return fail(`${emailAddress} is not an email address.`)
  const timeZone = values['time-zone'] ?? UNKNOWN_ZONE
  const zone = timeZoneWords(timeZone)
  if (zone === timeZone) return fail(`${timeZone} is not a time zone. Use a name such as America/New_York.`)
  const customer = { name, emailAddress, firstName, lastName, locationName: values.location ?? name, timeZone }
  await withParts(config, async (parts, moment) => {
    const customerId = await createCustomer(parts, moment, customer)
    if (customerId === undefined) return fail(`${emailAddress} is already registered.`)
    say(`Customer ${customerId} created; an invitation will be sent to ${emailAddress}.`)
    say(`Its location uses ${zone}.${values['time-zone'] === undefined ? ' You can change it on the location’s page.' : ''}`)
    say(`If the email gets lost, send another one: npm run customer:new -- --again ${customerId}`)
  })
}

async function runAgain(config: Config, text: string): Promise<void> {
  const customerId = Number(text)
  if (!Number.isSafeInteger(customerId) || customerId < 1) return fail(`${text} is not a customer number.`)
  await withParts(config, async (parts, moment) => {
    const emailAddress = await inviteAgain(parts, moment, customerId)
    if (emailAddress === undefined) return fail(`Customer ${customerId} has nobody who is waiting for an invitation.`)
    say(`A new invitation will be sent to ${emailAddress}; the earlier link no longer works.`)
  })
}

type Parts = Parameters<typeof createCustomer>[0]
type Moment = Parameters<typeof createCustomer>[1]

function withParts(config: Config, work: (parts: Parts, moment: Moment) => Promise<void>): Promise<void> {
  return withDatabase(config, async (ownerUrl) => {
    await migrate(ownerUrl)
    const pool = openPool(await openLogins(ownerUrl, config.secretKey, { mayGive: false }), 'seriatim_system', 2)
    const origin = readAddress(config.dataDir) ?? `http://localhost:${config.port}`
    try {
      await work({ config, secrets: createSecrets(config.secretKey), system: { system: openDb(pool) } }, { now: new Date(), origin })
    } finally {
      await pool.end()
    }
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

await run()
