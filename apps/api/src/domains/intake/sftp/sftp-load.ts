import type { SFTPWrapper } from 'ssh2'

/** Maximum number of pending requests of a session, not counting writes. OpenSSH sends at most 64 before it waits. */
const MOST_REQUESTS = 128
/**
 * Maximum total size of a session's writes that the store has not finished, including `WRITE_COST` for each. Their number has no separate limit,
 * because some clients send a whole window of writes before they wait.
 */
const MOST_WRITE_BYTES = 32 * 1024 * 1024
/** Number of bytes of memory that a waiting write uses in addition to its content. */
const WRITE_COST = 2048
/** Maximum number and total size of answers that we have sent and the client has not read yet. */
const MOST_UNREAD = 128
const MOST_UNREAD_BYTES = 8 * 1024 * 1024

/** Tracks the memory and pending work of a session, so that a client that does not wait for its answers can be cut off. */
export class SftpLoad {
  private readonly sftp: SFTPWrapper
  private requests = 0
  private writes = 0
  private writeBytes = 0

  constructor(sftp: SFTPWrapper) {
    this.sftp = sftp
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.requests + this.writes > 0
  }

  get isTooMuch(): boolean {
    return this.requests > MOST_REQUESTS || this.writeBytes > MOST_WRITE_BYTES || this.isUnread()
  }

  /**
   * Counts a request as pending until the returned function is called. @param written number of bytes that the request writes; undefined if it is no
   * write.
   */
  begin(written: number | undefined): () => void {
    if (written === undefined) {
      this.requests += 1
      return () => {
        this.requests -= 1
      }
    }
    const cost = written + WRITE_COST
    this.writes += 1
    this.writeBytes += cost
    return () => {
      this.writes -= 1
      this.writeBytes -= cost
    }
  }

  private isUnread(): boolean {
    // ssh2 buffers answers in this private field while the client's window is closed.
    const { _buffer: kept = [] } = this.sftp as SFTPWrapper & { _buffer?: readonly Uint8Array[] }
    return kept.length > MOST_UNREAD || kept.reduce((sum, { length }) => sum + length, 0) > MOST_UNREAD_BYTES
  }
}
