import { replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { tracingAddress } from '../../src/domains/tracing/inbox/tracing-address.ts'
import type { TestDb, TestUser } from '../harness.ts'
import { type PackTexts, readPackTexts } from '../inspection/read-pack.ts'
import { mark, type TestCustomer } from '../make.ts'

export interface Arriving {
  from?: string
  subject?: string
  text?: string
  headers?: ReadonlyMap<string, string>
  attachments?: [filename: string, content: string][]
}

type Calls = ReturnType<TestDb['as']>['tracing']
type NewRequest = Parameters<Calls['createOne']>[0]

/** Makes helpers for tests about tracing requests. By default they act as the customer's lead, who administers the main location. */
export function makeTracingKit(t: TestDb, c: TestCustomer) {
  const calls = (user: TestUser = c.lead): Calls => t.as(user).tracing
  const asked = (items: NewRequest['items'], more: Partial<NewRequest> = {}): NewRequest => ({
    asker: 'state',
    organization: 'NY Board of Pharmacy',
    name: 'Grace Holloway',
    basis: 'recall',
    channel: 'phone',
    receivedAt: t.clock.now().toISOString(),
    locationId: c.main.id,
    identityHow: 'Called back on the number of their website',
    items,
    ...more,
  })
  return {
    calls,
    asked,
    async record(items: NewRequest['items'], more: Partial<NewRequest> = {}, user?: TestUser): Promise<number> {
      const { id } = await calls(user).createOne(asked(items, more))
      return id ?? 0
    },
    read: (requestId: number) => calls().readOne({ requestId }),
    async prepare(requestId: number, numbers: number[] = []): Promise<number> {
      const { answerId } = await calls().createOneAnswer({ requestId, numbers })
      await t.runJobs()
      return answerId
    },
    /** Reads the texts of the files in a prepared answer. */
    async textsOf(answerId: number): Promise<PackTexts> {
      const [row] = await t.query<{ sha256: string }>('select sha256 from tracing_answer where id = $1', [answerId])
      const parts: Uint8Array[] = []
      for await (const part of await t.deps.storage.get(c.customerId, row?.sha256 ?? '')) parts.push(part as Uint8Array) // Node's types declare stream chunks as any
      return readPackTexts(t, `answer-${answerId}`, Buffer.concat(parts))
    },
    addressOf: (requestId: number | null) =>
      tracingAddress(t.deps.secrets, t.config.replyAddress ?? '', { customerId: c.customerId, requestId }),
    /** Delivers an email to the tracing address, or to the address of a request. */
    async arrive(
      { from = 'Grace <grace@board.tst>', subject = 'Request', text = '', headers = new Map(), attachments = [] }: Arriving,
      requestId: number | null = null,
    ) {
      const taken = await tracingIntake.receive(t.deps, {
        to: [tracingAddress(t.deps.secrets, t.config.replyAddress ?? '', { customerId: c.customerId, requestId })],
        from,
        subject,
        messageId: `<${mark()}@board.tst>`,
        headers,
        writing: replyText(text),
        attachments: attachments.map(([filename, content]) => ({ filename, content: Buffer.from(content) })),
      })
      await t.runJobs()
      return taken
    },
  }
}
