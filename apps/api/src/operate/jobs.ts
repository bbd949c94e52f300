import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../core/config.ts'
import { runCommand, say } from './backup/command.ts'
import { withDatabase } from './cli-database.ts'
import { describeFailed, describeTasks, listFailed, listTasks, replay } from './job-report.ts'

const USAGE = `Shows the server's jobs, which of them failed and why, and reruns failed ones.

  npm run jobs                         lists the jobs that are due, running, scheduled for later or failed, with reasons
  npm run jobs -- --replay ID          reruns this failed job
  npm run jobs -- --replay all         reruns all failed jobs

Failed jobs are kept for 30 days. Set DATABASE_URL or DATA_DIR to the server's value.`

await runCommand(async () => {
  const { values } = parseArgs({ options: { replay: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) return say(USAGE)
  const wanted = values.replay
  if (wanted !== undefined && wanted !== 'all' && !/^\d{1,18}$/.test(wanted)) throw new Error('--replay takes a job number, or all.')
  await withDatabase(readConfig(), async (connectionString) => {
    const owner = new pg.Client({ connectionString })
    await owner.connect()
    try {
      if (wanted === undefined) {
        for (const line of describeTasks(await listTasks(owner))) say(line)
        const failed = await listFailed(owner)
        say(failed.length === 0 ? '\nNo jobs have failed.' : '\nFailed:')
        for (const line of describeFailed(failed)) say(line)
        return
      }
      const amount = await replay(owner, wanted === 'all' ? undefined : wanted)
      if (amount === 0 && wanted !== 'all') throw new Error(`There is no failed job ${wanted}.`)
      say(`${amount} failed ${amount === 1 ? 'job was' : 'jobs were'} queued again.`)
    } finally {
      await owner.end()
    }
  })
})
