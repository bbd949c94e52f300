import { describeWrong, type Findings, findQuantile, pause } from './findings.ts'
import { findOpenOrder, Ledger, makeForm } from './ledger.ts'
import type { Answer } from './product.ts'
import type { Stage } from './stage.ts'

interface Refusal extends Answer {
  call: string
}

export interface Expected {
  /** Messages that the server may return while something is unavailable. */
  sentences: readonly string[]
  /** Time in milliseconds within which a refused call must have been answered. */
  quickMs: number
  /** Calls that may be refused; default: all. */
  calls?: RegExp
}

const READS = ['/api/v1/user/read/one/by/id', '/trpc/order.readTotals?input=%7B%22json%22%3A%7B%7D%7D']

/** Simulates people who read, upload and receive all the time, whatever happens, and records what was acknowledged. */
export class Traffic {
  readonly done = new Ledger()
  private readonly refused: Refusal[] = []
  private readonly silent: string[] = []
  private readonly stage: Stage
  private readonly work: Promise<void>[] = []
  private answered = 0
  private isOver = false

  constructor(stage: Stage) {
    this.stage = stage
  }

  start(): this {
    for (const path of READS) this.work.push(this.repeat(async () => void (await this.ask('GET', path)), 100))
    this.work.push(
      this.repeat(() => this.upload(), 200),
      this.repeat(() => this.receive(), 200),
    )
    return this
  }

  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.work)
  }

  /** Number of calls refused so far, which shows whether the outage has affected anybody yet. */
  get refusals(): number {
    return this.refused.length
  }

  judge({ sentences, quickMs, calls = /^/ }: Expected): Findings {
    const isExplained = ({ status, text }: Refusal) => status === 503 && sentences.some((sentence) => text.includes(sentence))
    const unexplained = this.refused.filter((refusal) => !isExplained(refusal))
    const times = this.refused.map(({ ms }) => ms)
    for (const { call, status, text } of unexplained.slice(0, 5)) console.log(`${call} answered ${status}: ${text.slice(0, 300)}`)
    for (const sentence of this.silent.slice(0, 5)) console.log(sentence)
    return {
      figures: {
        'calls answered': this.answered,
        'calls refused in words': this.refused.length - unexplained.length,
        'ms until a refusal, median': Math.round(findQuantile(times, 0.5)),
        'ms until a refusal, longest': Math.round(Math.max(0, ...times)),
      },
      wrong: describeWrong([
        [unexplained.length, 'calls were refused without words for it'],
        [this.refused.filter(({ call }) => !calls.test(call)).length, 'calls were refused that need nothing of what was away'],
        [this.silent.length, 'calls had no answer'],
        [times.filter((ms) => ms > quickMs).length, `refusals took longer than ${quickMs} ms`],
        [this.stage.product.isLost ? 1 : 0, 'program ended by itself'],
      ]),
    }
  }

  private async repeat(work: () => Promise<void>, ms: number): Promise<void> {
    while (!this.isOver) {
      await work()
      await pause(ms)
    }
  }

  private async ask(method: string, path: string, body?: FormData | string): Promise<Answer | undefined> {
    const { product, token } = this.stage
    const call = `${method} ${path.split('?')[0]}`
    try {
      const answer = await product.ask(method, path, { token, ...(body === undefined ? {} : { body }) })
      if (answer.status < 300) this.answered += 1
      else this.refused.push({ call, ...answer })
      return answer
    } catch (error) {
      this.silent.push(`${call}: ${String(error)}`)
      return undefined
    }
  }

  private async upload(): Promise<void> {
    const number = this.done.next()
    const answer = await this.ask('POST', '/api/v1/file/upload/order?wait=0', makeForm(number))
    if (answer?.status === 200) this.done.uploads.push(number)
  }

  private async receive(): Promise<void> {
    // While the database is down, the drill's own query fails too.
    const id = await findOpenOrder(this.stage).catch(() => undefined)
    if (id === undefined) return
    const answer = await this.ask('PUT', '/api/v1/update/receive/all/by/documentid', JSON.stringify({ documentId: id }))
    if (answer?.status === 200) this.done.receipts.push(id)
  }
}
