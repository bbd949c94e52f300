import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type ServerHostKeyAlgorithm } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'

export interface KeyPair {
  publicKey: string
  privateKey: string
}

/** About one in 200 of the private keys that ssh2 generates is malformed, so such a key is replaced. */
export function makeKeyPair(): KeyPair {
  for (;;) {
    const { public: publicKey, private: privateKey } = ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(privateKey) instanceof Error)) return { publicKey, privateKey }
  }
}

export interface SftpTarget {
  port: number
  user: string
  key: KeyPair
}

export type SftpCommand =
  | ['put', name: string, content: string | Buffer]
  | ['rename' | 'get', from: string, to: string]
  | ['rm' | 'mkdir', name: string]
  | ['ls']

/** Runs commands in one connection. Resolves to what `ls` listed; rejects with the first failure. */
export type RunSftp = (target: SftpTarget, commands: readonly SftpCommand[]) => Promise<string>

/** Path of OpenSSH's client, if it is installed. */
const SFTP = ['/usr/bin/sftp', '/usr/local/bin/sftp', '/opt/homebrew/bin/sftp'].find((path) => existsSync(path))

export const hasOpenSsh = SFTP !== undefined

/** Runs SFTP commands with OpenSSH's own client, which most partners use. */
export const runOpenSsh = async ({ port, user, key }: SftpTarget, commands: readonly SftpCommand[], more: readonly string[] = []) => {
  const dir = await mkdtemp(join(tmpdir(), 'sftp-'))
  const keyFile = join(dir, 'key')
  await writeFile(keyFile, key.privateKey, { mode: 0o600 })
  const lines: string[] = []
  for (const [index, [verb, first, second]] of commands.entries()) {
    const file = join(dir, String(index))
    if (verb === 'put') await writeFile(file, second ?? '')
    lines.push(
      verb === 'put'
        ? `put ${file} "${first}"`
        : verb === 'get'
          ? `get "${first}" ${file}`
          : verb === 'ls'
            ? 'ls -l'
            : [verb, ...[first, second].filter(Boolean).map((one) => `"${String(one)}"`)].join(' '),
    )
  }
  const options = ['-oStrictHostKeyChecking=no', `-oUserKnownHostsFile=${join(dir, 'hosts')}`, '-oIdentitiesOnly=yes', '-oBatchMode=yes']
  const listed = new Promise<string>((resolve, reject) => {
    const child = execFile(
      SFTP ?? '',
      [...more, '-q', '-b', '-', '-P', String(port), '-i', keyFile, ...options, `${user}@127.0.0.1`],
      { timeout: 20_000 },
      (error, stdout, stderr) => (error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout)),
    )
    child.stdin?.end(`${lines.join('\n')}\n`)
  })
  return listed.finally(() => rm(dir, { recursive: true }))
}

/** Connects as partners' programs do: with an SFTP library instead of OpenSSH's client. */
export async function connectLibrary({
  port,
  user,
  ...secret
}: Omit<SftpTarget, 'key'> & { key?: KeyPair; password?: string }): Promise<SftpClient> {
  const client = new SftpClient('test', { error: () => undefined, end: () => undefined, close: () => undefined })
  await client.connect({
    host: '127.0.0.1',
    port,
    username: user,
    ...(secret.key ? { privateKey: secret.key.privateKey } : { password: secret.password ?? '' }),
    algorithms: { serverHostKey: ['ssh-ed25519'] satisfies ServerHostKeyAlgorithm[] },
    readyTimeout: 10_000,
  })
  return client
}

const runLibrary: RunSftp = async (target, commands) => {
  const client = await connectLibrary(target)
  let listed = ''
  try {
    for (const [verb, first = '', second = ''] of commands)
      if (verb === 'put') await client.put(Buffer.from(second), first)
      else if (verb === 'rename') await client.rename(first, String(second))
      else if (verb === 'get') await client.get(first)
      else if (verb === 'rm') await client.delete(first)
      else if (verb === 'mkdir') await client.mkdir(first)
      else listed = (await client.list('/')).map(({ name, size }) => `${size} ${name}`).join('\n')
  } finally {
    await client.end().catch(() => undefined)
  }
  return listed
}

/** The SFTP clients that this machine has. */
export const SFTP_CLIENTS: readonly (readonly [string, RunSftp])[] = [
  ...(SFTP ? [['sftp of OpenSSH', (target: SftpTarget, commands: readonly SftpCommand[]) => runOpenSsh(target, commands)] as const] : []),
  ['ssh2-sftp-client', runLibrary] as const,
]

/**
 * Opens an SFTP channel and sends bytes that no client would send. Resolves when the channel or the connection ends, at the latest 300 ms after the
 * bytes were sent.
 */
export function sendRawPackets(
  { port, user, password }: Omit<SftpTarget, 'key'> & { password: string },
  packets: readonly Buffer[],
): Promise<void> {
  const client = new ssh2.Client()
  return new Promise((resolve) => {
    const end = () => {
      client.end()
      resolve()
    }
    client.on('error', end).on('close', end)
    client.on('ready', () =>
      client.subsys('sftp', (error, channel) => {
        if (error) return end()
        channel.on('error', () => undefined).on('close', end)
        for (const packet of packets) channel.write(packet)
        setTimeout(end, 300)
      }),
    )
    client.connect({ host: '127.0.0.1', port, username: user, password })
  })
}

/** Builds the packet of an SFTP (version 3) request that contains a path. */
export function pathRequest(type: number, id: number, path: string): Buffer {
  const name = Buffer.from(path)
  const packet = Buffer.alloc(13 + name.length)
  packet.writeUInt32BE(9 + name.length)
  packet[4] = type
  packet.writeUInt32BE(id, 5)
  packet.writeUInt32BE(name.length, 9)
  name.copy(packet, 13)
  return packet
}

/** Opens an SFTP channel on which the client never reads an answer. */
export function openUnreadChannel({ port, user, password }: Omit<SftpTarget, 'key'> & { password: string }) {
  const client = new ssh2.Client()
  let isEnded = false
  const ended = new Promise<void>((resolve) => {
    client.on('close', () => {
      isEnded = true
      resolve()
    })
  })
  return new Promise<{ send: (packets: readonly Buffer[]) => void; ended: Promise<void>; isEnded: () => boolean; end: () => void }>(
    (resolve, reject) => {
      client.on('error', (error) => reject(error))
      client.on('ready', () =>
        client.subsys('sftp', (error, channel) => {
          if (error) return reject(error)
          channel.on('error', () => undefined)
          channel.write(Buffer.from([0, 0, 0, 5, 1, 0, 0, 0, 3]))
          resolve({ send: (packets) => void channel.write(Buffer.concat(packets)), ended, isEnded: () => isEnded, end: () => client.end() })
        }),
      )
      client.connect({ host: '127.0.0.1', port, username: user, password })
    },
  )
}
