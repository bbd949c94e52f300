import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const MAIN = join(import.meta.dirname, '../../apps/api/src/main.ts')

export interface Answer {
  status: number
  text: string
  ms: number
}

interface CallOptions {
  token?: string
  body?: FormData | string | Uint8Array<ArrayBuffer>
  /** Content type of a body that is not a form; default: JSON. */
  contentType?: string
}

/** The running product in a separate process that can be killed. */
export class Product {
  isKilled = false
  url = ''
  private readonly env: Record<string, string>
  private readonly command: readonly string[]
  private child: ChildProcess | undefined
  private ended: { code: number | null } | undefined

  /** @param command script and flags for Node. */
  constructor(env: Record<string, string>, command: readonly string[] = [MAIN]) {
    this.env = env
    this.command = command
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Whether the process ended although we did not kill it. */
  get isLost(): boolean {
    return this.ended !== undefined && !this.isKilled
  }

  /** Resolves when the product answers requests. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, this.command, {
      env: { ...process.env, ...this.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    this.ended = undefined
    child.once('exit', (code) => {
      if (this.child === child) this.ended = { code }
    })
    this.url = await new Promise((resolve, reject) => {
      let said = ''
      const listen = (chunk: Buffer) => {
        said += chunk.toString()
        const address = /is running at (http:\S+)/.exec(said)?.[1]
        if (!address) return
        child.stdout?.off('data', listen).resume()
        resolve(address.replace('localhost', '127.0.0.1'))
      }
      child.stdout?.on('data', listen)
      child.once('exit', () => reject(new Error(`The server ended: ${said}`)))
    })
    this.isKilled = false
  }

  /** Kills the product at once, as a power cut would, without time to finish or close anything. With `SIGTERM`, it shuts down properly instead. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.isKilled = true
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  /**
   * Calls the product over HTTP.
   * @throws if no answer arrives within `seconds`.
   */
  async ask(
    method: string,
    path: string,
    { token, body, contentType = 'application/json' }: CallOptions = {},
    seconds = 120,
  ): Promise<Answer> {
    const headers: Record<string, string> = { origin: this.url }
    if (token) headers.authorization = `Bearer ${token}`
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = contentType
    const began = performance.now()
    const answer = await fetch(this.url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(seconds * 1000),
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, text, ms: performance.now() - began }
  }

  /**
   * Makes a call as `ask` does, but requires success.
   * @throws Error if the product does not answer or the status is 300 or higher.
   */
  async call(method: string, path: string, asked: CallOptions): Promise<Answer> {
    const answer = await this.ask(method, path, asked)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }
}
