import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { tokenHash } from '../../apps/api/src/secrets.ts'

const MAIN = join(import.meta.dirname, '../../apps/api/src/main.ts')

/** The running product in a process of its own, to be killed. */
export class Product {
  isKilled = false
  private readonly env: Record<string, string>
  private child: ChildProcess | undefined
  private url = ''

  constructor(env: Record<string, string>) {
    this.env = env
  }

  /** Resolves when it serves. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...this.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
    this.child = child
    this.url = await new Promise((resolve, reject) => {
      let said = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const address = /serves at (http:\S+)/.exec(said)?.[1]
        if (address) resolve(address.replace('localhost', '127.0.0.1'))
      })
      child.once('exit', () => reject(new Error(`The server ended: ${said}`)))
    })
    this.isKilled = false
  }

  /** As a power cut does: nothing is closed. */
  async kill(): Promise<void> {
    this.isKilled = true
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  /** @throws when nobody answers, or the answer is a refusal. */
  async call(method: string, path: string, { token, body }: { token: string; body: FormData | string }): Promise<void> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const answer = await fetch(this.url + path, { method, headers, body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  }
}

/** A session of the demo customer's admin, as signing in leaves it. */
export async function insertSession(superuser: pg.Client): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await superuser.query(
    `insert into session (login_id, token_hash, step, created_at, last_seen_at, expires_at)
     select id, $1, 'signedIn', now(), now(), now() + interval '1 day' from login where email_address = 'admin@park.demo'`,
    [tokenHash(token)],
  )
  return token
}
