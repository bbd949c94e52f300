import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatAmount } from '@seriatim/schema'
import { readConfig } from '../../core/config.ts'
import { createSecrets } from '../../core/secrets.ts'
import { openStorage } from '../../outside/storage.ts'
import { withDatabase } from '../cli-database.ts'
import { makeBackup } from './backup.service.ts'
import { makeKeyFile } from './backup-key.ts'
import { describeLost, formatBytes, runCommand, say } from './command.ts'

const USAGE = `Writes everything that the server stores (all tables, all documents) into one encrypted file. The server can keep running.

  npm run backup -- FILE                 needs BACKUP_RECIPIENT (a public key) or BACKUP_PASSPHRASE
  npm run backup -- --new-key FILE       creates a pair of keys: writes the secret key to FILE and prints the public one

Set DATABASE_URL, DATA_DIR or the S3 variables to the server's values. Store SECRET_KEY with the secret key: backups do not contain it.`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { 'new-key': { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values['new-key']) {
    const recipient = await makeKeyFile(resolve(values['new-key']))
    return say(
      `BACKUP_RECIPIENT=${recipient}\nThe secret key is in ${values['new-key']}. Keep it away from the server: a backup can be restored only with this key.`,
    )
  }
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) throw new Error(USAGE)
  const config = readConfig()
  const began = performance.now()
  await withDatabase(config, async (ownerUrl) => {
    const place = { ownerUrl, storage: openStorage(config), secrets: createSecrets(config.secretKey), key: config.backup, log: say }
    const { manifest, rows, bytes } = await makeBackup(resolve(file), place, new Date())
    const { amount, bytes: documentBytes } = manifest.documents
    const seconds = (performance.now() - began) / 1000
    say(
      `${file}: ${formatAmount(Object.keys(manifest.tables).length, 'table')}, ${formatAmount(rows, 'row')}, ${formatAmount(amount, 'document')} (${formatBytes(documentBytes)}), ${formatBytes(bytes)}, ${seconds.toFixed(1)} s`,
    )
    if (manifest.lost.length) throw new Error(describeLost(manifest.lost))
  })
})
