import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterEach, expect, test } from 'vitest'
import { sshFingerprint } from '../../src/core/ssh-fingerprint.ts'
import { type SftpFolder, withSftpFolder } from '../../src/outside/sftp-folder.ts'
import { makeKeyPair } from './sftp-clients.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const host = makeKeyPair()
const servers: ssh2.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Runs `work` with a connection to a server whose folder listing never ends; the server pauses before each portion. */
async function withEndlessFolder<T>(
  given: { amount: number; pauseMs: number; deadlineMs: number },
  work: (folder: SftpFolder) => Promise<T>,
) {
  let sent = 0
  const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 }
  const serve = (sftp: SFTPWrapper) => {
    sftp.on('error', () => undefined)
    sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('1')))
    sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
    sftp.on('READDIR', (id) => {
      const names = Array.from({ length: given.amount }, () => `${++sent}.xml`)
      setTimeout(
        () =>
          sftp.name(
            id,
            names.map((filename) => ({ filename, longname: `-rw-r--r-- ${filename}`, attrs })),
          ),
        given.pauseMs,
      )
    })
  }
  const server = new ssh2.Server({ hostKeys: [host.privateKey] }, (connection) => {
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => context.accept())
    connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serve(acceptSftp())))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const key = ssh2.utils.parseKey(host.privateKey)
  const address = server.address()
  if (key instanceof Error || typeof address !== 'object' || !address) throw new Error('The server did not start.')
  const target = { host: '127.0.0.1', port: address.port, user: 'x', allowsLocal: true, timeoutMs: 5000 }
  const secret = { kind: 'password', value: 'x' } as const
  return withSftpFolder({ ...target, secret, hostKey: sshFingerprint(key.getPublicSSH()), deadlineMs: given.deadlineMs }, work)
}

test('a server that keeps sending is cut off at the deadline', async () => {
  await expect(withEndlessFolder({ amount: 1, pauseMs: 100, deadlineMs: 1500 }, (folder) => folder.list('/'))).rejects.toMatchObject({
    name: 'RequestTimeoutError',
  })
})

test('an endless folder is read up to a limit', async () => {
  const { files, isCut } = await withEndlessFolder({ amount: 1000, pauseMs: 0, deadlineMs: 60_000 }, (folder) => folder.list('/'))
  expect([files.length, isCut]).toEqual([50_000, true])
})
