import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import ssh2, { type FileEntryWithStats, type SFTPWrapper } from 'ssh2'
import SftpClient from 'ssh2-sftp-client'
import { sshFingerprint } from '../core/ssh-fingerprint.ts'
import { openGuardedSocket, type SocketTarget } from './guarded-socket.ts'

/** Thrown if the server has another host key than the confirmed one, or if none was confirmed yet. */
export class HostKeyError extends Error {
  override name = 'HostKeyError'
  readonly fingerprint: string

  constructor(fingerprint: string) {
    super(`The host key of the server is ${fingerprint}.`)
    this.fingerprint = fingerprint
  }
}

/** Thrown if the server refused the user, the password or the key. */
export class SignInRefusedError extends Error {
  override name = 'SignInRefusedError'
}

/** Thrown if the server refused an operation on one file while the connection stays open. Its message is the server's own. */
export class RemoteFileError extends Error {
  override name = 'RemoteFileError'
}

export interface SftpTarget extends SocketTarget {
  user: string
  secret: { kind: 'password' | 'key'; value: string }
  /** The confirmed fingerprint, `SHA256:…`. Without it, no password is ever sent. */
  hostKey: string | null
}

export interface RemoteFile {
  name: string
  size: number
  /** Time of the last change, precise to whole seconds, because the server reports no more. */
  modifiedAt: Date
}

/**
 * One signed-in connection to a folder on another server. If an operation on one file fails while the connection stays open, it throws
 * RemoteFileError.
 */
export interface SftpFolder {
  /** Lists the regular files. `isCut`: the folder has more entries than are read. @throws with the reason if the folder cannot be listed. */
  list(folder: string): Promise<{ files: RemoteFile[]; isCut: boolean }>
  read(path: string): AsyncIterable<Uint8Array>
  /** The current size and modification time of a file. Undefined if the file is gone. */
  stat(path: string): Promise<Pick<RemoteFile, 'size' | 'modifiedAt'> | undefined>
  /** Creates the file or replaces it. */
  write(path: string, bytes: Buffer): Promise<void>
  move(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

/** Maximum number of entries read from a folder, because a server could send entries endlessly. */
const MOST_ENTRIES = 50_000
/** Maximum length of a file name; longer names are discarded. */
const LONGEST_NAME = 255
/** Time to wait between sending the closing message and closing the socket, so that the message still arrives. */
const GOODBYE_MS = 50

/**
 * Connects, signs in, does the work and disconnects.
 *
 * @throws HostKeyError before anything secret is sent; SignInRefusedError; the errors of the connection and of the work.
 */
export async function withSftpFolder<T>(target: SftpTarget, work: (folder: SftpFolder) => Promise<T>): Promise<T> {
  const { user, secret, hostKey, timeoutMs } = target
  const socket = await openGuardedSocket(target)
  let shown: string | undefined
  let isReady = false
  // Without these handlers, the library writes to the console.
  const client = new SftpClient('', { error: () => undefined, end: () => undefined, close: () => undefined })
  const broken = new Promise<never>((_, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed the connection.')))
  })
  broken.catch(() => undefined)
  try {
    const connected = client.connect({
      sock: socket,
      username: user,
      ...(secret.kind === 'password' ? { password: secret.value } : { privateKey: secret.value }),
      readyTimeout: timeoutMs,
      hostVerifier: (key: Buffer) => {
        shown = sshFingerprint(key)
        return shown === hostKey
      },
    })
    connected.catch(() => undefined)
    const sftp = await Promise.race([connected, broken])
    isReady = true
    return await Promise.race([work(toFolder({ client, sftp }, () => !socket.destroyed && !socket.readableEnded)), broken])
  } catch (error) {
    if (shown !== undefined && shown !== hostKey) throw new HostKeyError(shown)
    if (!isReady && error instanceof Error && /authentication|privateKey|passphrase/i.test(error.message))
      throw new SignInRefusedError(error.message, { cause: error })
    throw error
  } finally {
    // Do not await this: the library waits for the server, which may never answer.
    client.end().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, GOODBYE_MS))
    socket.destroy()
  }
}

const wholeSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)

/** Lists a folder's files portion by portion. `isCut` means that the folder has more than `MOST_ENTRIES` entries and that files may be missing. */
async function listFiles(sftp: SFTPWrapper, folder: string): Promise<{ files: RemoteFile[]; isCut: boolean }> {
  const handle = await promisify(sftp.opendir.bind(sftp))(folder)
  const files: RemoteFile[] = []
  let entries = 0
  try {
    while (entries < MOST_ENTRIES) {
      const portion = await readPortion(sftp, handle)
      if (portion === undefined) return { files, isCut: false }
      entries += portion.length
      for (const { filename: name, longname, attrs } of portion)
        if (longname.startsWith('-') && name.length <= LONGEST_NAME)
          files.push({ name, size: attrs.size, modifiedAt: wholeSeconds(attrs.mtime * 1000) })
    }
    return { files, isCut: true }
  } finally {
    // Do not wait for the answer, because the connection ends soon.
    sftp.close(handle, () => undefined)
  }
}

/** The next entries of an open folder. Undefined at its end. */
const readPortion = (sftp: SFTPWrapper, handle: Buffer) =>
  new Promise<FileEntryWithStats[] | undefined>((resolve, reject) => {
    // The library also accepts a handle, which its types leave out.
    sftp.readdir(handle as unknown as string, (error, portion) => {
      if (error) return 'code' in error && error.code === ssh2.utils.sftp.STATUS_CODE.EOF ? resolve(undefined) : reject(error)
      return resolve(portion)
    })
  })

function toFolder({ client, sftp }: { client: SftpClient; sftp: SFTPWrapper }, isOpen: () => boolean): SftpFolder {
  const fail = (error: unknown): never => {
    if (!isOpen() || !(error instanceof Error)) throw error
    throw new RemoteFileError(error.message, { cause: error })
  }
  return {
    list: (folder) => listFiles(sftp, folder),
    async *read(path) {
      const stream = client.createReadStream(path) as Readable // the library declares a wrong result type; this function returns a stream
      // This event is ignored, because the loop below also throws read errors. After the last byte, the stream may emit another error when the
      // connection closes, and without a listener that would end the process.
      stream.on('error', () => undefined)
      try {
        yield* stream as AsyncIterable<Uint8Array> // Node's types declare stream chunks as any
      } catch (error) {
        fail(error)
      }
    },
    stat: (path) =>
      client.stat(path).then(
        ({ size, modifyTime }) => ({ size, modifiedAt: wholeSeconds(modifyTime) }),
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' && isOpen() ? undefined : fail(error)),
      ),
    async write(path, bytes) {
      await client.put(bytes, path).catch(fail)
    },
    async move(from, to) {
      await client.rename(from, to).catch(fail)
    },
    async remove(path) {
      await client.delete(path).catch(fail)
    },
  }
}
