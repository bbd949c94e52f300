import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../core/config.ts'
import { openDb, openPool } from '../db/pool.ts'
import { withSystem } from '../db/system-tx.ts'
import { readContested, revokeVerification } from '../domains/location/gln/gln-contest.service.ts'
import { openStorage, type Storage } from '../outside/storage.ts'
import { runCommand, say } from './backup/command.ts'
import { withDatabase } from './cli-database.ts'

const USAGE = `Tells which GLNs more than one customer has verified, with what each of them showed, and takes a verification back.

  npm run gln:contested                                                        who has verified what, when and with which file
  npm run gln:contested -- --files FOLDER                                      the same, and saves the files there
  npm run gln:contested -- --withdraw GLN --customer N --reason "…"            takes it back from customer N, who reads the reason

Set DATABASE_URL, DATA_DIR or the S3 variables as the server has them.`

type Claim = Awaited<ReturnType<typeof readContested>>[number]

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      files: { type: 'string' },
      withdraw: { type: 'string' },
      customer: { type: 'string' },
      reason: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return say(USAGE)
  const { withdraw: globalLocationNumber, reason = '' } = values
  const customerId = Number(values.customer)
  if (globalLocationNumber !== undefined && !(Number.isSafeInteger(customerId) && reason.trim()))
    throw new Error('--withdraw needs --customer N and --reason "…".')
  const config = readConfig()
  await withDatabase(config, async (ownerUrl) => {
    const pool = openPool(ownerUrl, 'seriatim_system', 1)
    const system = { system: openDb(pool) }
    try {
      if (globalLocationNumber === undefined)
        return await printClaims(await withSystem(system, readContested), values.files, openStorage(config))
      const how = { reason: reason.trim(), by: 'Operator’s command (npm run gln:contested)', now: new Date() }
      const isDone = await withSystem(system, (tx) => revokeVerification(tx, { globalLocationNumber, customerId }, how))
      if (!isDone) throw new Error(`Customer ${customerId} has not verified GLN ${globalLocationNumber}.`)
      say(`GLN ${globalLocationNumber} of customer ${customerId} is Pending again.`)
    } finally {
      await pool.end()
    }
  })
})

async function printClaims(claims: readonly Claim[], folder: string | undefined, storage: Storage): Promise<void> {
  if (claims.length === 0) return say('No GLN is verified for more than one customer.')
  for (const { globalLocationNumber, customerId, claimed } of claims) {
    const { customerName, locationName, at, checkedWhere, note, emailAddress, filename, sha256 } = claimed ?? {}
    say(`${globalLocationNumber}  customer ${customerId}, ${customerName}, ${locationName}`)
    say(`  ${at?.toISOString() ?? 'at no known time'}  ${emailAddress ?? 'by nobody known'}  ${checkedWhere ?? ''}  ${note ?? ''}`)
    if (!filename || !sha256) say('  no file')
    else if (folder === undefined) say(`  ${filename}`)
    else {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${globalLocationNumber}-${customerId}-${filename}`)
      await pipeline(await storage.get(customerId, sha256), createWriteStream(path, { flags: 'wx' }))
      say(`  saved as ${path}`)
    }
  }
}
