import { parseArgs } from 'node:util'
import { drillCitus } from './drill/citus.ts'
import { drillDatabaseOutage } from './drill/database-outage.ts'
import { drillDiskFull } from './drill/disk-full.ts'
import { drillDoors } from './drill/doors.ts'
import { drillFairness } from './drill/fairness.ts'
import type { Findings } from './drill/findings.ts'
import { drillKills } from './drill/kill.ts'
import { drillShipments } from './drill/shipments.ts'
import { drillSoak } from './drill/soak.ts'

const { values, positionals } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    times: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
  allowPositionals: true,
})
const [times, minutes] = [Number(values.times), Number(values.minutes)]

/**
 * `npm run drill -- NAME`: breaks a running product on purpose and counts losses, duplicates, and failures without a readable message. Exits with 1 if
 * there are any.
 */
const DRILLS: Record<string, { what: string; run: () => Promise<Findings> }> = {
  kill: { what: 'kills the program, and the database [--times 20]', run: () => drillKills({ times }) },
  doors: { what: 'kills the program while files arrive through every door [--times 20]', run: () => drillDoors({ times }) },
  shipments: { what: 'kills the program while packages are shipped and voided [--times 20]', run: () => drillShipments({ times }) },
  'database-away': { what: 'ends the database while people work', run: drillDatabaseOutage },
  'disk-full': { what: 'fills the disks of documents and database (root)', run: drillDiskFull },
  fairness: { what: 'one customer uploads 500 files beside another who scans', run: drillFairness },
  soak: { what: 'a thousand customers without a pause [--minutes 60]', run: () => drillSoak({ minutes }) },
  citus: { what: 'distributes over three machines and moves back [--bin FOLDER]', run: () => drillCitus({ bin: values.bin }) },
}

const drill = DRILLS[positionals[0] ?? '']
if (values.help || !drill || !(times > 0 && minutes > 0)) {
  console.log('npm run drill -- NAME')
  for (const [name, { what }] of Object.entries(DRILLS)) console.log(`  ${name.padEnd(16)}${what}`)
  if (!values.help) process.exitCode = 1
} else {
  const { figures, wrong } = await drill.run()
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(64)}${figure.toLocaleString('en-US').padStart(12)}`)
  for (const sentence of wrong) console.log(`WRONG: ${sentence}`)
  if (wrong.length) process.exitCode = 1
  else console.log('Nothing lost, nothing duplicated, everything reported.')
}
