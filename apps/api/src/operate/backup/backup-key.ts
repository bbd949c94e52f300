import { readFile, writeFile } from 'node:fs/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Config } from '../../core/config.ts'
import { BackupFailure } from './backup-failure.ts'

export type BackupKey = Config['backup']

/**
 * Returns an encrypter that encrypts for every BACKUP_RECIPIENT or, if there is none, with BACKUP_PASSPHRASE.
 *
 * @throws BackupFailure if neither is set or a recipient is not a valid key.
 */
export function makeEncrypter({ recipients, passphrase }: BackupKey): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupFailure(
        `BACKUP_RECIPIENT: ${recipient} is not a public key. Public keys begin with age1; create a pair with npm run backup -- --new-key FILE.`,
      )
    }
  }
  if (recipients.length) return encrypter
  if (!passphrase)
    throw new BackupFailure(
      'Backups are always encrypted: set BACKUP_RECIPIENT to your public key (create a pair with npm run backup -- --new-key FILE), or set BACKUP_PASSPHRASE.',
    )
  encrypter.setPassphrase(passphrase)
  return encrypter
}

/**
 * Returns a decrypter that has every key of BACKUP_IDENTITY_FILE and the passphrase BACKUP_PASSPHRASE.
 * @throws BackupFailure if neither is set.
 */
export async function makeDecrypter({ identityFile, passphrase }: BackupKey): Promise<Decrypter> {
  const decrypter = new Decrypter()
  if (identityFile) for (const identity of await readIdentities(identityFile)) decrypter.addIdentity(identity)
  if (passphrase) decrypter.addPassphrase(passphrase)
  if (!identityFile && !passphrase)
    throw new BackupFailure(
      'Set BACKUP_IDENTITY_FILE to the file with your secret key, or BACKUP_PASSPHRASE if the backup was made with one.',
    )
  return decrypter
}

async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupFailure(`BACKUP_IDENTITY_FILE: ${path} cannot be read (${error.code}).`)
  })
  const found = text.split('\n').flatMap((line) => (line.startsWith('AGE-SECRET-KEY-') ? [line.trim()] : []))
  if (!found.length) throw new BackupFailure(`BACKUP_IDENTITY_FILE: ${path} contains no line that begins with AGE-SECRET-KEY-.`)
  return found
}

/** Generates a key pair and writes the secret key to a new file of mode 600 in age-keygen's format. Returns the public key, for BACKUP_RECIPIENT. */
export async function makeKeyFile(path: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeFile(path, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new BackupFailure(
      error.code === 'EEXIST' ? `${path} already exists. Keys are never overwritten.` : `${path} cannot be written (${error.code}).`,
    )
  })
  return recipient
}
