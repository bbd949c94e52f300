import { parseArgs } from 'node:util'
import { drillClock } from './drill/clock.ts'
import { drillDatabaseAway } from './drill/database-away.ts'
import { drillDiskFull } from './drill/disk-full.ts'
import { drillFairness } from './drill/fairness.ts'
import type { Findings } from './drill/findings.ts'
import { drillKills } from './drill/kill.ts'
import { drillMailAway } from './drill/mail-away.ts'
import { drillPoolExhausted } from './drill/pool-exhausted.ts'
import { drillSoak } from './drill/soak.ts'
import { drillStorageAway } from './drill/storage-away.ts'

interface Options {
  times: number
  minutes: number
}

const DRILLS: Record<string, (options: Options) => Promise<Findings>> = {
  kill: drillKills,
  'database-away': drillDatabaseAway,
  'mail-away': drillMailAway,
  'storage-away': drillStorageAway,
  'pool-exhausted': drillPoolExhausted,
  'disk-full': drillDiskFull,
  clock: drillClock,
  fairness: drillFairness,
  soak: drillSoak,
}

/** `npm run drill -- NAME`: breaks a running product on purpose and counts what is lost, doubled or not told in words. Ends with 1 when anything is. */
const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' }, minutes: { type: 'string', default: '60' } },
  allowPositionals: true,
})
const options = { times: Number(values.times), minutes: Number(values.minutes) }
const drill = DRILLS[positionals[0] ?? '']

if (!drill || !Object.values(options).every((value) => value > 0)) {
  console.error(`npm run drill -- ${Object.keys(DRILLS).join(' | ')} [--times 20] [--minutes 60]`)
  process.exitCode = 1
} else {
  const { figures, wrong } = await drill(options)
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(64)}${figure.toLocaleString('en-US').padStart(12)}`)
  for (const sentence of wrong) console.log(`WRONG: ${sentence}`)
  if (wrong.length) process.exitCode = 1
  else console.log('Nothing lost, nothing doubled, everything told.')
}
