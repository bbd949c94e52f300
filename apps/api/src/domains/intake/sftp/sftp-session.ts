import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2'
import type { Deps } from '../../../call/deps.ts'
import { asTransportError, publicMessage } from '../../../call/failure.ts'
import type { Drop } from './drop.service.ts'
import { type DropPath, readDropPath } from './drop-path.rules.ts'
import type { SeenFile } from './sftp.queries.ts'
import { SftpLoad } from './sftp-load.ts'
import { SftpUpload, WriteOrderError } from './sftp-upload.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp
const MOST_HANDLES = 16
/** Modes shown to clients: folders can be entered, and files can be written but not read. */
const FOLDER_MODE = 0o040755
const FILE_MODE = 0o100200

/** The refusal of a request, as a status of SFTP version 3 and a sentence. Some clients show only the status. */
class Refusal extends Error {
  readonly code: number

  constructor(code: number, sentence: string) {
    super(sentence)
    this.code = code
  }
}

type Handle = { kind: 'file'; name: string; upload: SftpUpload; isClosing?: boolean } | { kind: 'folder'; isRead: boolean }

const attributesOf = ({ size, at }: SeenFile): Attributes => {
  const seconds = Math.floor(at.getTime() / 1000)
  return { mode: FILE_MODE, uid: 0, gid: 0, size, atime: seconds, mtime: seconds }
}
const folderAttributes = (): Attributes => ({ mode: FOLDER_MODE, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 })

/** Converts a file to an entry of the folder listing. Clients show `longname` unchanged: `--w------- 1 0 0 1234 Nov 26 12:00 order.xml`. */
function listEntry(file: SeenFile): FileEntry {
  const [, , day, time] = /^(....)-(..-..)T(..:..)/.exec(file.at.toISOString()) ?? []
  const [month = '1', date = '1'] = (day ?? '').split('-')
  const shown = `${MONTHS[Number(month) - 1]} ${date} ${time}`
  return {
    filename: file.name,
    longname: `--w-------    1 0        0        ${file.size} ${shown} ${file.name}`,
    attrs: attributesOf(file),
  }
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface SessionHooks {
  /** Called when a request arrives or is answered. If `isBusy` is false, the server is waiting for the client. */
  onChange(state: { isBusy: boolean; isWriting: boolean }): void
  /** Called when the client floods the server; the function must then end the connection. */
  onFlood(): void
}

/** Answers the SFTP requests of one channel. A client sees a single folder without subfolders, and it cannot read the files in it. */
export class SftpSession {
  private readonly sftp: SFTPWrapper
  private readonly drop: Drop
  private readonly log: Deps['log']
  private readonly hooks: SessionHooks
  private readonly handles = new Map<number, Handle>()
  private readonly load: SftpLoad
  private lastHandle = 0
  private isEnded = false

  constructor(sftp: SFTPWrapper, drop: Drop, { log, ...hooks }: SessionHooks & Pick<Deps, 'log'>) {
    this.sftp = sftp
    this.drop = drop
    this.log = log
    this.hooks = hooks
    this.load = new SftpLoad(sftp)
    this.listen()
  }

  /** Called when the connection has ended. Discards the files that were not closed. */
  abort(): void {
    this.isEnded = true
    for (const handle of this.handles.values()) if (handle.kind === 'file') handle.upload.abort()
    this.handles.clear()
  }

  private listen(): void {
    const { sftp } = this
    sftp.on('error', (error: Error) => this.log.warn({ err: error }, 'an SFTP client sent something that is not SFTP'))
    // Closes our side of the channel when the client closes its own; otherwise OpenSSH would wait forever.
    sftp.on('end', () => sftp.end())
    sftp.on('OPEN', (id, path, flags) => this.answer(id, () => this.open(id, path, flags)))
    sftp.on('WRITE', (id, handle, offset, data) => this.answer(id, () => this.write(handle, offset, data), data.length))
    sftp.on('CLOSE', (id, handle) => this.answer(id, () => this.close(handle)))
    sftp.on('OPENDIR', (id, path) => this.answer(id, () => this.openFolder(id, path)))
    sftp.on('READDIR', (id, handle) => this.answer(id, () => this.readFolder(id, handle)))
    sftp.on('STAT', (id, path) => this.answer(id, () => this.stat(id, path)))
    sftp.on('LSTAT', (id, path) => this.answer(id, () => this.stat(id, path)))
    sftp.on('FSTAT', (id, handle) => this.answer(id, async () => this.statHandle(id, handle)))
    sftp.on('REALPATH', (id, path) => this.answer(id, async () => this.resolve(id, path)))
    sftp.on('RENAME', (id, from, to) => this.answer(id, () => this.rename(from, to)))
    sftp.on('REMOVE', (id, path) => this.answer(id, () => this.remove(path)))
    // Clients set times and permissions of the files that they sent. We ignore these requests but answer without an error, because an error would
    // look like a failed transfer.
    sftp.on('SETSTAT', (id, path) => this.answer(id, async () => void expectFile(path)))
    sftp.on('FSETSTAT', (id) => this.answer(id, async () => undefined))
    const refuse = (id: number, sentence: string) =>
      this.answer(id, () => Promise.reject(new Refusal(STATUS_CODE.PERMISSION_DENIED, sentence)))
    sftp.on('READ', (id) => refuse(id, 'Files cannot be read here.'))
    sftp.on('MKDIR', (id) => refuse(id, 'There are no subfolders here. Put the file into the folder itself.'))
    sftp.on('RMDIR', (id) => refuse(id, 'This folder cannot be removed.'))
    sftp.on('SYMLINK', (id) => refuse(id, 'Links are not supported here.'))
    sftp.on('READLINK', (id) => refuse(id, 'Links are not supported here.'))
  }

  /**
   * Runs the work for a client's request, then sends the client an OK or error status. If the work returns true, it has answered the client itself,
   * and no status is sent.
   * @param written number of bytes if the request is a write.
   */
  private answer(id: number, work: () => Promise<true | undefined>, written?: number): void {
    // After the connection has ended, the requests that had already arrived get no answer.
    if (this.isEnded) return
    const done = this.load.begin(written)
    this.announceChange()
    if (this.load.isTooMuch) this.hooks.onFlood()
    if (this.isEnded) return
    work()
      .then(
        (isAnswered) => {
          if (!isAnswered) this.sftp.status(id, STATUS_CODE.OK)
        },
        (error: unknown) => {
          const { code, message } = this.toRefusal(error)
          this.sftp.status(id, code, message)
        },
      )
      .finally(() => {
        done()
        this.announceChange()
      })
      .catch((error: unknown) => this.log.warn({ err: error }, 'an SFTP client could not be answered'))
  }

  private announceChange(): void {
    const isWriting = [...this.handles.values()].some(({ kind }) => kind === 'file')
    this.hooks.onChange({ isBusy: this.load.isBusy, isWriting })
  }

  private toRefusal(error: unknown): { code: number; message: string } {
    if (error instanceof Refusal) return error
    if (error instanceof WriteOrderError) return { code: STATUS_CODE.FAILURE, message: error.message }
    const failure = asTransportError(error)
    const status = getHTTPStatusCodeFromError(failure)
    if (status >= 500) this.log.error({ err: error }, 'a file could not be received by SFTP')
    return { code: status === 403 ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE, message: publicMessage(failure) }
  }

  private keep(handle: Handle): Buffer {
    if (this.isEnded) throw new Refusal(STATUS_CODE.FAILURE, 'The connection was ended.')
    if (this.handles.size >= MOST_HANDLES) throw new Refusal(STATUS_CODE.FAILURE, `At most ${MOST_HANDLES} files can be open.`)
    this.lastHandle += 1
    this.handles.set(this.lastHandle, handle)
    const name = Buffer.alloc(4)
    name.writeUInt32BE(this.lastHandle)
    return name
  }

  private find(name: Buffer): Handle {
    const handle = name.length === 4 ? this.handles.get(name.readUInt32BE()) : undefined
    if (!handle) throw new Refusal(STATUS_CODE.FAILURE, 'This handle does not exist.')
    return handle
  }

  private async open(id: number, path: string, flags: number): Promise<true> {
    if (!(flags & OPEN_MODE.WRITE)) throw new Refusal(STATUS_CODE.PERMISSION_DENIED, 'Files cannot be read here.')
    if (flags & OPEN_MODE.APPEND)
      throw new Refusal(STATUS_CODE.OP_UNSUPPORTED, 'A transfer cannot be resumed here. Send the file from the beginning.')
    const name = expectFile(path)
    await this.drop.expectOpen()
    if (flags & OPEN_MODE.EXCL && (await this.drop.find(name)))
      throw new Refusal(STATUS_CODE.FAILURE, 'A file with this name was already uploaded here.')
    const upload = new SftpUpload((bytes) => this.drop.store(bytes, name))
    try {
      this.sftp.handle(id, this.keep({ kind: 'file', name, upload }))
    } catch (error) {
      upload.abort()
      throw error
    }
    return true
  }

  private async write(name: Buffer, offset: number, data: Buffer): Promise<undefined> {
    const handle = this.find(name)
    if (handle.kind !== 'file') throw new Refusal(STATUS_CODE.FAILURE, 'This handle is a folder.')
    await handle.upload.write(offset, data)
  }

  private async close(name: Buffer): Promise<undefined> {
    const handle = this.find(name)
    if (handle.kind === 'file') {
      // A second request to close, sent before the answer to the first, must not deliver the file again.
      if (handle.isClosing) throw new WriteOrderError('This file is already closed.')
      handle.isClosing = true
    }
    try {
      if (handle.kind === 'file') await this.drop.receive(handle.name, await handle.upload.finish())
    } finally {
      this.handles.delete(name.readUInt32BE())
    }
  }

  private async openFolder(id: number, path: string): Promise<true> {
    expectFolder(path)
    this.sftp.handle(id, this.keep({ kind: 'folder', isRead: false }))
    return true
  }

  private async readFolder(id: number, name: Buffer): Promise<true> {
    const handle = this.find(name)
    if (handle.kind !== 'folder') throw new Refusal(STATUS_CODE.FAILURE, 'This handle is a file.')
    if (handle.isRead) {
      this.sftp.status(id, STATUS_CODE.EOF)
      return true
    }
    handle.isRead = true
    const files = await this.drop.list()
    const dot = (filename: string) => ({ filename, longname: `drwxr-xr-x    1 0        0        0 ${filename}`, attrs: folderAttributes() })
    this.sftp.name(id, [dot('.'), dot('..'), ...files.map(listEntry)])
    return true
  }

  private async stat(id: number, path: string): Promise<true> {
    const read = readDropPath(path)
    if (read.kind === 'folder') this.sftp.attrs(id, folderAttributes())
    else {
      const file = read.kind === 'file' ? await this.drop.find(read.name) : undefined
      if (!file) throw new Refusal(STATUS_CODE.NO_SUCH_FILE, read.kind === 'refused' ? read.why : 'There is no such file.')
      this.sftp.attrs(id, attributesOf(file))
    }
    return true
  }

  private statHandle(id: number, name: Buffer): true {
    const handle = this.find(name)
    if (handle.kind === 'folder') this.sftp.attrs(id, folderAttributes())
    else this.sftp.attrs(id, attributesOf({ name: handle.name, size: handle.upload.size, at: new Date(0) }))
    return true
  }

  private resolve(id: number, path: string): true {
    const read = readDropPath(path)
    if (read.kind === 'refused') throw new Refusal(STATUS_CODE.NO_SUCH_FILE, read.why)
    const filename = read.kind === 'folder' ? '/' : `/${read.name}`
    this.sftp.name(id, [{ filename, longname: filename, attrs: folderAttributes() }])
    return true
  }

  private async rename(from: string, to: string): Promise<undefined> {
    const [old, name] = [expectFile(from), expectFile(to)]
    if (!(await this.drop.rename(old, name))) throw new Refusal(STATUS_CODE.NO_SUCH_FILE, 'There is no such file.')
  }

  private async remove(path: string): Promise<undefined> {
    if (!(await this.drop.remove(expectFile(path)))) throw new Refusal(STATUS_CODE.NO_SUCH_FILE, 'There is no such file.')
  }
}

/**
 * Returns the file name in a path.
 * @throws Refusal if the path does not lead to a file in the drop folder.
 */
function expectFile(path: string): string {
  const read: DropPath = readDropPath(path)
  if (read.kind === 'file') return read.name
  throw new Refusal(STATUS_CODE.PERMISSION_DENIED, read.kind === 'refused' ? read.why : 'This is a folder.')
}

function expectFolder(path: string): void {
  const read: DropPath = readDropPath(path)
  if (read.kind !== 'folder') throw new Refusal(STATUS_CODE.NO_SUCH_FILE, read.kind === 'refused' ? read.why : 'There is no such folder.')
}
