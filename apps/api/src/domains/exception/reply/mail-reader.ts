import { Worker } from 'node:worker_threads'
import { FairQueue } from '../../../outside/fair-queue.ts'
import { readMailHead } from './mail-head.rules.ts'
import type { IncomingMail, Writing } from './reply.rules.ts'

export interface RawMail {
  raw: Uint8Array
  /** Skips converting HTML to text, because a first attempt with the HTML took too long. */
  withoutHtml: boolean
}

export interface ParsedMail {
  from: string
  subject: string
  messageId: string | undefined
  writing: Writing & { all: Uint8Array<ArrayBuffer> }
  attachments: { filename: string; content: Uint8Array<ArrayBuffer> }[]
}

interface Bounds {
  /** Time limits: `wholeMs` for an email with its HTML, `shortMs` for the retry without HTML. */
  wholeMs: number
  shortMs: number
  heapMegabytes: number
}

const BOUNDS: Bounds = { wholeMs: 15_000, shortMs: 10_000, heapMegabytes: 512 }
/**
 * Limits for emails that are read at once and that wait, per owner (`…OfOne`) and in total. They are low because reading an email can take 60 MB of
 * memory.
 */
const LIMITS = { atOnce: 1, atOnceOfOne: 1, waitingOfOne: 8, waiting: 16 }
/** How long an idle thread is kept. Starting a thread takes longer than reading a typical email. */
const IDLE_MS = 60_000

/** Reads emails in a separate thread, one at a time, with limits on time and memory, because anybody can send one. */
export class MailReader {
  private readonly bounds: Bounds
  private readonly queue = new FairQueue(LIMITS)
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined

  constructor(bounds: Bounds = BOUNDS) {
    this.bounds = bounds
  }

  /**
   * Parses a raw email. If that takes too long, it retries without the HTML; if that fails too, the raw email serves as its text.
   *
   * @param customerId owner of the ticket; the queue alternates between customers.
   * @throws QueueFullError when too many emails are waiting.
   */
  read(raw: Uint8Array, customerId: number): Promise<IncomingMail> {
    return this.queue.run(customerId, async () => {
      const head = readMailHead(raw)
      const read =
        (await this.tryRead({ raw, withoutHtml: false }, this.bounds.wholeMs)) ??
        (await this.tryRead({ raw, withoutHtml: true }, this.bounds.shortMs))
      if (!read) return { ...head, raw, writing: { own: '', isWhole: false, all: raw }, attachments: [] }
      const { to, headers } = head
      const attachments = read.attachments.map(({ filename, content }) => ({ filename, content: Buffer.from(content.buffer) }))
      return { ...read, to, headers, raw, attachments }
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.idle)
    await this.end()
  }

  /** Parses an email; undefined if that takes too long, uses too much memory, or the input is not an email. */
  private async tryRead(asked: RawMail, ms: number): Promise<ParsedMail | undefined> {
    clearTimeout(this.idle)
    this.worker ??= this.start()
    const { worker } = this
    worker.ref()
    const { promise, resolve } = Promise.withResolvers<ParsedMail | undefined>()
    const giveUp = () => resolve(undefined)
    const timer = setTimeout(giveUp, ms)
    worker.once('message', resolve).once('exit', giveUp)
    worker.postMessage(asked)
    const read = await promise
    clearTimeout(timer)
    worker.off('message', resolve).off('exit', giveUp)
    if (read) this.rest(worker)
    else await this.end()
    return read
  }

  private start(): Worker {
    const url = new URL('./mail-worker.ts', import.meta.url)
    const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: this.bounds.heapMegabytes } })
    // An error in the thread ends it, and `tryRead` sees the exit. Without a listener the error would end the process.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined
    })
    return worker
  }

  /** Lets the idle thread wait for the next email, without keeping the process alive. */
  private rest(worker: Worker): void {
    worker.unref()
    this.idle = setTimeout(() => void this.end(), IDLE_MS)
    this.idle.unref()
  }

  private async end(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    await worker?.terminate()
  }
}
