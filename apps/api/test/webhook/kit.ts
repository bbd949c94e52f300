import { type NewWebhook, WEBHOOK_EVENTS, type WebhookEvent } from '@seriatim/schema'
import type { TestDb, TestUser } from '../harness.ts'

export const ALL_EVENTS = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[] // Object.keys() returns string[]

/** Calls that the tests of webhooks share. */
export function webhookKit(t: TestDb) {
  return {
    add: (by: TestUser, given: Partial<NewWebhook> & { url: string }) =>
      t.as(by).webhook.createOne({ name: 'Fill system', events: ALL_EVENTS, locationId: null, ...given }),
    async find(by: TestUser, webhookId: number) {
      const { items } = await t.as(by).webhook.readMany()
      return items.find(({ id }) => id === webhookId)
    },
    deliveries: async (by: TestUser, webhookId: number) => (await t.as(by).webhook.readManyDeliveries({ webhookId })).items,
    /**
     * Advances the clock by `ms` and runs the jobs that are due then. The job library (graphile-worker) uses the database's clock, so the waiting
     * `webhook.send` jobs are first made due by an update.
     */
    async pass(ms: number) {
      t.clock.advance(ms)
      await t.query(
        `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
         where task_identifier = 'webhook.send' having count(*) > 0`,
      )
      await t.runJobs()
    },
  }
}
