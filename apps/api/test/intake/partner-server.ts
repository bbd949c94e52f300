import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { open as openFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import ssh2, { type Attributes, type SFTPWrapper } from 'ssh2'
import type { KeyPair } from './sftp-clients.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** A partner's SFTP server, which serves files of a folder of this machine. */
export interface PartnerServer {
  port: number
  user: string
  /** The folder's path on the server, as a client writes it. */
  folder: string
  stop(): Promise<void>
}

/**
 * Hooks that the partner's SFTP server awaits before it answers; if a hook rejects, the server answers with that error. Each `path` is a path on this
 * machine.
 */
export interface Meanwhile {
  onOpen?: ((path: string) => Promise<void>) | undefined
  /** Called before the server lists a folder. */
  onList?: (() => Promise<void>) | undefined
  /** Called before the server answers a request for a file's size and time. */
  onStat?: (() => Promise<void>) | undefined
  /** Called before the server reports the end of a file. */
  onEnd?: ((path: string) => Promise<void>) | undefined
}

export type StartPartner = (dir: string, keys: { client: KeyPair; host: KeyPair }) => Promise<PartnerServer>

/** A partner's server built on the library `ssh2`, for machines without OpenSSH and for tests that step in while a check is running. */
export const startLibrary = async (
  dir: string,
  { client, host }: Parameters<StartPartner>[1],
  meanwhile: Meanwhile = {},
): Promise<PartnerServer> => {
  const server = new ssh2.Server({ hostKeys: [host.privateKey] }, (connection) => {
    connection.on('error', () => undefined)
    connection.on('authentication', (context) => {
      const known = ssh2.utils.parseKey(client.publicKey)
      const isKnown = context.method === 'publickey' && !(known instanceof Error) && known.getPublicSSH().equals(context.key.data)
      if (isKnown && context.username === 'partner') context.accept()
      else context.reject(['publickey'])
    })
    connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serveFolder(acceptSftp(), dir, meanwhile)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, user: 'partner', folder: '/', stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

const STATUS_OF: Record<string, number> = { ENOENT: STATUS_CODE.NO_SUCH_FILE, EACCES: STATUS_CODE.PERMISSION_DENIED }

/** Serves the files of a folder, its subfolder `done` included. */
function serveFolder(sftp: SFTPWrapper, dir: string, meanwhile: Meanwhile): void {
  const handles = new Map<string, { path: string; left?: string[] }>()
  const open = (id: number, path: string) => {
    const name = String(handles.size + 1)
    handles.set(name, { path: join(dir, path) })
    sftp.handle(id, Buffer.from(name))
  }
  const attributes = async (path: string): Promise<Attributes> => {
    const { mode, size, mtimeMs } = await stat(path)
    return { mode, size, uid: 0, gid: 0, atime: 0, mtime: Math.floor(mtimeMs / 1000) }
  }
  const answer = (id: number, work: () => Promise<unknown>) =>
    void work().catch((error: NodeJS.ErrnoException) => sftp.status(id, STATUS_OF[error.code ?? ''] ?? STATUS_CODE.FAILURE, error.message))
  const at = (handle: Buffer) => handles.get(handle.toString()) ?? { path: '', left: [] }
  sftp.on('error', () => undefined)
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      await meanwhile.onList?.()
      await stat(join(dir, path))
      open(id, path)
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () => {
      await meanwhile.onOpen?.(join(dir, path))
      if (flags & OPEN_MODE.WRITE) await writeFile(join(dir, path), '')
      else await stat(join(dir, path))
      open(id, path)
    }),
  )
  sftp.on('CLOSE', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: path, longname: path, attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } }]),
  )
  const statPath = (id: number, path: string) =>
    answer(id, async () => {
      await meanwhile.onStat?.()
      sftp.attrs(id, await attributes(join(dir, path)))
    })
  sftp.on('STAT', statPath)
  sftp.on('LSTAT', statPath)
  sftp.on('FSTAT', (id, handle) => answer(id, async () => sftp.attrs(id, await attributes(at(handle).path))))
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const found = at(handle)
      found.left ??= await readdir(found.path)
      const names = found.left.splice(0, 500) // more names do not fit into a packet
      if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
      const files = await Promise.all(names.map(async (name) => ({ name, attrs: await attributes(join(found.path, name)) })))
      return sftp.name(
        id,
        files.map(({ name, attrs }) => ({
          filename: name,
          longname: `${(attrs.mode ?? 0) & 0o040000 ? 'd' : '-'}rw-r--r-- 1 0 0 ${attrs.size} ${name}`,
          attrs,
        })),
      )
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = (await readFile(at(handle).path)).subarray(offset, offset + length)
      if (bytes.length) return sftp.data(id, bytes)
      await meanwhile.onEnd?.(at(handle).path)
      return sftp.status(id, STATUS_CODE.EOF)
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      const file = await openFile(at(handle).path, 'r+')
      await file.write(data, 0, data.length, offset).finally(() => file.close())
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK))
  sftp.on('RENAME', (id, from, to) => answer(id, () => rename(join(dir, from), join(dir, to)).then(() => sftp.status(id, STATUS_CODE.OK))))
  sftp.on('REMOVE', (id, path) => answer(id, () => rm(join(dir, path)).then(() => sftp.status(id, STATUS_CODE.OK))))
}

const SSHD = '/usr/sbin/sshd'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts OpenSSH's server in the foreground and without the machine's own settings. */
const startOpenSsh: StartPartner = async (dir, { client, host }) => {
  const port = await freePort()
  const own = join(dir, '..', `sshd-${port}`)
  mkdirSync(own, { mode: 0o700 })
  const keep = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(own, name), text, { mode })
    return join(own, name)
  }
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${keep('host', host.privateKey)}`,
    `AuthorizedKeysFile ${keep('authorized', `${client.publicKey}\n`)}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'StrictModes no',
    'UsePAM no',
    'PidFile none',
    'Subsystem sftp internal-sftp',
  ]
  mkdirSync('/run/sshd', { recursive: true })
  const child: ChildProcess = spawn(SSHD, ['-D', '-e', '-f', keep('config', lines.join('\n'))], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('sshd did not start')))
    child.stderr?.on('data', (data: Buffer) => {
      if (String(data).includes('listening')) resolve()
    })
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      child.removeAllListeners('exit')
      child.once('exit', () => resolve())
      child.kill()
    })
  return { port, user: userInfo().username, folder: dir, stop }
}

/** Whether OpenSSH's server can run here; it must run as root, because it changes to the user who signs in. */
const hasSshd =
  existsSync(SSHD) &&
  process.getuid?.() === 0 &&
  (() => {
    try {
      execFileSync(SSHD, ['-V'], { stdio: 'ignore' })
    } catch {
      // Older versions of sshd reject the option `-V` and fail, which still proves that sshd is installed.
    }
    return true
  })()

/** The SFTP servers that can run on this machine: sshd only if it is installed and the tests run as root. */
export const PARTNER_SERVERS: readonly (readonly [string, StartPartner])[] = [
  ...(hasSshd ? [['sshd of OpenSSH', startOpenSsh] as const] : []),
  ['a server of ssh2', (dir, keys) => startLibrary(dir, keys)] as const,
]
