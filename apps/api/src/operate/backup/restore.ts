import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatAmount } from '@seriatim/schema'
import { readConfig } from '../../core/config.ts'
import { createSecrets } from '../../core/secrets.ts'
import { openStorage } from '../../outside/storage.ts'
import { withDatabase } from '../cli-database.ts'
import { type Checked, checkBackup } from './check.service.ts'
import { describeLost, formatBytes, runCommand, say } from './command.ts'
import { restoreBackup } from './restore.service.ts'

const USAGE = `Loads a backup into an empty installation and verifies it.

  npm run restore -- FILE [--other-secret-key]
  npm run restore -- --check FILE         reads the whole file and compares all checksums; needs no database

Needs BACKUP_IDENTITY_FILE (the secret key) or BACKUP_PASSPHRASE, the SECRET_KEY of the server that was backed up, and DATABASE_URL, DATA_DIR or the S3 variables
of the installation to fill. Use --other-secret-key only if that SECRET_KEY is lost.`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { 'other-secret-key': { type: 'boolean' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Error(USAGE)
  const config = readConfig()
  const began = performance.now()
  const describe = ({ tables, rows, documents, documentBytes }: Checked) =>
    `${formatAmount(tables, 'table')}, ${formatAmount(rows, 'row')}, ${formatAmount(documents, 'document')} (${formatBytes(documentBytes)}), ${((performance.now() - began) / 1000).toFixed(1)} s`
  if (values.check) {
    const checked = await checkBackup(resolve(file), config.backup)
    say(`${file}, made at ${checked.madeAt}, is complete and undamaged: ${describe(checked)}`)
    if (checked.lost.length) throw new Error(describeLost(checked.lost))
    return
  }
  await withDatabase(config, async (ownerUrl) => {
    const place = { ownerUrl, storage: openStorage(config), secrets: createSecrets(config.secretKey), key: config.backup, log: say }
    const restored = await restoreBackup(resolve(file), place, { isKeyIgnored: values['other-secret-key'] ?? false })
    const { lost, trail } = restored
    say(`Restored as of ${restored.madeAt}: ${describe(restored)}`)
    say(
      `Audit log: verified ${formatAmount(trail.seals, 'seal')} over ${formatAmount(trail.lines, 'entry', 'entries')} of ${formatAmount(trail.customers, 'customer')}; ${formatAmount(trail.unsealed, 'entry', 'entries')} not sealed yet.`,
    )
    const broken = trail.broken.map(
      ({ customerId, until }) => `The audit log of customer ${customerId} differs from what was sealed by ${until}.`,
    )
    const problems = [...broken, ...(lost.length ? [describeLost(lost)] : [])]
    if (problems.length) throw new Error(`Everything in the backup was restored, but:\n${problems.join('\n')}`)
  })
})
