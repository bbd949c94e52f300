import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { linkBase } from '../../core/config.ts'
import { forEachCustomer } from '../../jobs/customers.ts'
import { defineJob } from '../../jobs/job.ts'
import { downloadTo } from '../../outside/download.ts'
import { loadRecalls } from './load/recall-load.service.ts'
import { matchStep } from './match/match.service.ts'
import { queueMatching } from './match/stock.service.ts'
import { alertAffected } from './report/alert.service.ts'

/** Queues recall matching for every customer. */
export function queueAllMatching(connections: Parameters<typeof forEachCustomer>[0]): Promise<void> {
  return forEachCustomer(connections, (tx) => queueMatching(tx))
}

/** Loads the recalls from RECALL_SOURCE_URL, if set, every Thursday, the day after the FDA's report. */
export const recallsJob = defineJob({
  name: 'recalls.load',
  payload: z.unknown(),
  attempts: 3,
  lane: 'long',
  schedule: '23 5 * * 4',
  async run(_, { config, systemPool, db, system, clock, log, signal }) {
    const { recallSourceUrl: from } = config
    if (!from) return
    const dir = await mkdtemp(join(tmpdir(), 'seriatim-recalls-'))
    try {
      const path = /^https?:/.test(from) ? await downloadTo(from, join(dir, 'recalls'), signal) : from
      const outcome = await loadRecalls(systemPool, [path], { source: 'openfda', now: clock.now() })
      log.info({ ...outcome }, 'recalls loaded')
      if (!outcome.isSame) await queueAllMatching({ db, system })
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
})

/** Compares a customer's lots with the recalls, step by step, and sends urgent alerts at once. */
export const matchRecallsJob = defineJob({
  name: 'recall.match',
  payload: z.unknown(),
  attempts: 5,
  async run(_, { inTx, clock, config, signal }) {
    for (;;) {
      if (signal.aborted) throw new Error('The process is shutting down; the comparison continues at the next start.')
      if ((await inTx('read write', (tx) => matchStep(tx, clock.now()))).isDone) break
    }
    await inTx('read write', (tx) => alertAffected(tx, { now: clock.now(), link: linkBase(config), which: 'urgent' }))
  },
})

/**
 * Every hour, queues the comparison of stock with recalls for all customers, in case one is missing, for example after a customer subscribed again.
 */
export const catchUpRecallsJob = defineJob({
  name: 'recall.catchUp',
  payload: z.unknown(),
  attempts: 1,
  schedule: '17 * * * *',
  run: (_, { db, system }) => queueAllMatching({ db, system }),
})

/** Every morning, US time, sends each admin one email with all affected lots of the admin's locations that have not been reported yet. */
export const digestRecallsJob = defineJob({
  name: 'recall.digest',
  payload: z.unknown(),
  attempts: 3,
  schedule: '40 11 * * *',
  run: (_, { db, system, clock, config }) =>
    forEachCustomer({ db, system }, async (tx) => {
      await alertAffected(tx, { now: clock.now(), link: linkBase(config), which: 'rest' })
    }),
})
