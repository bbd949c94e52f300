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

const USAGE = `Lists the GLNs that more than one customer has verified, with the evidence of each, and revokes a verification.

  npm run gln:contested                                                        lists who verified what, when and with which file
  npm run gln:contested -- --files FOLDER                                      also saves the files in FOLDER
  npm run gln:contested -- --withdraw GLN --customer N --reason "…"            revokes the verification of customer N, who is told the reason

Set DATABASE_URL, DATA_DIR or the S3 variables to the server's values.`

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
    say(`  ${at?.toISOString() ?? 'at an unknown time'}  ${emailAddress ?? 'by an unknown person'}  ${checkedWhere ?? ''}  ${note ?? ''}`)
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
