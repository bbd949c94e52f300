import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { inject } from 'vitest'
import type {} from '../apps/api/test/global-setup.ts'
import { keep } from '../db/embedded/test-keeper.ts'

export interface RunningServer {
  url: string
  /** The newest unused one-time code that was mailed to the address after `since`. */
  codeFor(emailAddress: string, since: number): Promise<string>
  /** Call it when a code has been used, so that `codeFor` does not return the code again. */
  noteUsed(code: string): void
  mails(emailAddress: string): Promise<{ subject: string; text: string; date: string }[]>
  /** Runs an operator's command on the same installation and returns its output. */
  operate(script: string, ...args: string[]): Promise<string>
  /** Locks the order on a separate connection while `work` runs, as another user would. */
  whileHeld(orderId: number, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Runs the product like `npm start`, in its own process and on its own database with the demo customers. */
export async function startServer(): Promise<RunningServer> {
  const { superuserUrl, ownerUrl, template, secretKey } = inject('postgres')
  const name = `test_e2e_${process.pid}_${Date.now()}`
  await asSuperuser(superuserUrl, `create database ${name} template ${template} owner seriatim_owner`)
  const dataDir = mkdtempSync(join(tmpdir(), 'seriatim-e2e-'))
  const env = {
    ...process.env,
    DEMO_LOGINS: '1',
    LOCAL_RECEIVERS: '1',
    DATABASE_URL: ownerUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`),
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    PORT: '0',
    CALLS_PER_MINUTE: '100000',
    NODE_ENV: 'development',
    DEMO_FILES: '0',
    SFTP_DOOR_PORT: '0',
  }
  const child = spawn('node', [join(import.meta.dirname, '../apps/api/src/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const keeper = keep('process', String(child.pid))
  const url = await awaitAddress(child)
  const mails = async (emailAddress: string) =>
    (await (await fetch(`${url}/demo/mail.json?to=${encodeURIComponent(emailAddress)}`)).json()) as {
      subject: string
      text: string
      date: string
    }[] // the documented shape of the answer
  const used = new Set<string>()
  return {
    url,
    mails,
    async operate(script, ...args) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(import.meta.dirname, '../apps/api/src/operate', script), ...args],
        {
          env: { ...env, PUBLIC_URL: url },
        },
      )
      return stdout
    },
    noteUsed: (code) => void used.add(code),
    async codeFor(emailAddress, since) {
      for (let attempt = 0; attempt < 600; attempt += 1) {
        // An email's date has no milliseconds, so allow one second.
        const texts = (await mails(emailAddress)).flatMap(({ date, text }) =>
          Date.parse(date) >= since - 1000 && /security code is/.test(text) ? [text] : [],
        )
        const code = texts.map((text) => text.match(/\b\d{6}\b/)?.[0]).find((one) => one && !used.has(one))
        if (code) return code
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`No code was mailed to ${emailAddress}.`)
    },
    async whileHeld(orderId, work) {
      const client = new Client({ connectionString: superuserUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`) })
      await client.connect()
      try {
        await client.query('begin')
        await client.query('select from "order" where id = $1 for no key update', [orderId])
        await work()
      } finally {
        await client.end().catch(() => {})
      }
    },
    async stop() {
      await keeper.release()
      rmSync(dataDir, { recursive: true, force: true })
      await asSuperuser(superuserUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function asSuperuser(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

function awaitAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = said.match(/is running at (http\S+)/)?.[1]
      if (url && said.includes('Ctrl-C')) resolve(url)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
    setTimeout(() => reject(new Error(`The server did not start in 60 s:\n${said}`)), 60_000).unref()
  })
}
