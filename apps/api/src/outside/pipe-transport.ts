import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer'

/**
 * Speaks the browser's protocol over two pipes, with messages ended by a zero byte. No other program on the machine can connect to the pipes, as it
 * could to a port.
 */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  private readonly to: Writable
  private waiting: Buffer[] = []

  constructor(to: Writable, from: Readable) {
    this.to = to
    from.on('data', (chunk: Buffer) => this.take(chunk))
    from.on('close', () => this.onclose?.())
    // These errors are ignored, because the `close` event reports a browser that died during a write.
    for (const pipe of [to, from]) pipe.on('error', () => {})
  }

  send(message: string): void {
    this.to.write(`${message}\0`)
  }

  close(): void {
    this.to.end()
  }

  private take(chunk: Buffer): void {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      this.waiting.push(chunk.subarray(from, end))
      const message = Buffer.concat(this.waiting).toString('utf8')
      this.waiting = []
      from = end + 1
      this.onmessage?.(message)
    }
    if (from < chunk.length) this.waiting.push(chunk.subarray(from))
  }
}
