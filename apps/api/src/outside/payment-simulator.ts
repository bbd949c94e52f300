import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import { startSimulatorProcess } from './simulator-process.ts'

export interface RunningSimulator {
  payment: NonNullable<Config['payment']>
  /** Tells the simulator, once the server listens, where to send webhooks. */
  listen(webhookUrl: string): void
  stop(): Promise<void>
}

/** The products that can be bought, and the accounts that exist already. */
interface Stock {
  products: readonly object[]
  seeds: readonly object[]
}

/** Runs the payment simulator in its own process (decision 54), outside production only. Its books are kept in DATA_DIR. */
export async function startPaymentSimulator({ dataDir }: Pick<Config, 'dataDir'>, stock: Stock): Promise<RunningSimulator> {
  const credentials = { username: 'simulator', password: randomBytes(16).toString('hex'), webhookSecret: randomBytes(32).toString('hex') }
  const options = { ...credentials, ...stock, file: join(dataDir, 'payment-simulator.json') }
  const { url, send, stop } = await startSimulatorProcess('main.ts', options)
  return { payment: { ...credentials, url, storeUrl: url }, listen: (webhookUrl) => send({ webhookUrl }), stop }
}
