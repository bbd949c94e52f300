import { SIMULATED_ACCOUNTS, SIMULATED_PRODUCTS } from '../../apps/api/src/seed/demo-subscriptions.ts'
import { type Simulator, startSimulator } from '../../apps/simulator/src/simulator.ts'
import { describeWrong, type Findings } from './findings.ts'
import { insertSession, type Stage } from './stage.ts'

const CREDENTIALS = { username: 'drill', password: 'drill', webhookSecret: 'a-secret-of-the-drill' }
const BUYER = 'admin@harbor.demo'

/** Checkouts that a customer starts and pays for. The payment provider is a separate process that nobody kills. */
export class Purchases {
  private readonly simulator: Simulator
  private token = ''
  /** Ids of checkout sessions that the provider returned. */
  private readonly begun = new Set<string>()
  private readonly paid: string[] = []

  private constructor(simulator: Simulator) {
    this.simulator = simulator
  }

  static async open(): Promise<Purchases> {
    return new Purchases(await startSimulator({ ...CREDENTIALS, products: SIMULATED_PRODUCTS, seeds: SIMULATED_ACCOUNTS }))
  }

  /** Returns the environment variables with which the product offers subscriptions for sale. */
  env(): Record<string, string> {
    const { url } = this.simulator
    return {
      BILLING: 'on',
      PAYMENT_URL: url,
      PAYMENT_STORE_URL: url,
      PAYMENT_USERNAME: CREDENTIALS.username,
      PAYMENT_PASSWORD: CREDENTIALS.password,
      PAYMENT_WEBHOOK_SECRET: CREDENTIALS.webhookSecret,
    }
  }

  /**
   * Starts a checkout, pays for it at the simulated provider and records both.
   * @throws if the product refuses a call or does not answer.
   */
  async buy(stage: Stage): Promise<void> {
    this.simulator.listen(`${stage.product.url}/webhooks/payment`)
    const { id } = await this.call<{ id: string }>(stage, 'subscription.createCart', {
      items: [{ product: 'training-session-1-hour', quantity: 1 }],
    })
    this.begun.add(id)
    this.simulator.pay(id)
    this.paid.push(id)
    await this.call(stage, 'subscription.updateFromProvider')
  }

  private async call<T>({ query, product }: Stage, procedure: string, json?: object): Promise<T> {
    this.token ||= await insertSession(query, BUYER)
    const { text } = await product.call('POST', `/trpc/${procedure}`, { token: this.token, body: JSON.stringify({ json }) })
    return (JSON.parse(text) as { result: { data: { json: T } } }).result.data.json // tRPC's answer format
  }

  /** Finds started or paid checkouts that are missing or duplicated. */
  async compare(stage: Stage): Promise<Findings> {
    await this.call(stage, 'subscription.updateFromProvider')
    const [found] = await stage.query<Record<'begun' | 'paid' | 'twice' | 'told', number>>(
      `select (select count(distinct session)::int from checkout where session = any($1)) as begun,
         (select count(distinct session)::int from checkout where session = any($2) and paid_at is not null) as paid,
         (select count(*)::int from (select from checkout where session is not null group by session having count(*) > 1) x) as twice,
         (select count(*)::int from audit where action = 'subscription.order') as told`,
      [[...this.begun], this.paid],
    )
    if (!found) throw new Error('The database said nothing.')
    return {
      figures: { 'checkouts acknowledged': this.begun.size, 'checkouts paid': this.paid.length },
      wrong: describeWrong([
        [this.begun.size - found.begun, 'checkouts were acknowledged and are not there'],
        [this.paid.length - found.paid, 'checkouts were paid and are not on file as paid'],
        [found.twice, 'checkouts are there twice'],
        [Math.abs(found.told - this.paid.length), 'purchases differ from what the audit trail tells'],
      ]),
    }
  }

  close(): Promise<void> {
    return this.simulator.close()
  }
}
