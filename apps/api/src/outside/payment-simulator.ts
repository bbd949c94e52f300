import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../core/config.ts'

export interface RunningSimulator {
  payment: NonNullable<Config['payment']>
  /** Sets where webhooks go, once the server listens. */
  listen(webhookUrl: string): void
  stop(): Promise<void>
}

/** Products on sale and existing accounts. */
interface Stock {
  products: readonly object[]
  seeds: readonly object[]
}

const PROGRAM = join(import.meta.dirname, '../../../simulator/src/main.ts')

/** Runs the payment simulator in its own process (decision 54), outside production only. Its books are kept in DATA_DIR. */
export async function startPaymentSimulator({ dataDir }: Pick<Config, 'dataDir'>, stock: Stock): Promise<RunningSimulator> {
  const credentials = { username: 'simulator', password: randomBytes(16).toString('hex'), webhookSecret: randomBytes(32).toString('hex') }
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  // Writing to a simulator that has exited must not end this process.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const tell = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  tell({ ...credentials, ...stock, file: join(dataDir, 'payment-simulator.json') })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    void ended.then(() => reject(new Error('The simulator of the payment provider ended.')))
  })
  return {
    payment: { ...credentials, url, storeUrl: url },
    listen: (webhookUrl) => void tell({ webhookUrl }),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
