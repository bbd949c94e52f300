import { parseArgs } from 'node:util'
import { drillKills } from './drill/kill.ts'

/** `npm run drill -- kill [--times 20]`: breaks a running product on purpose and counts what is lost or doubled. Ends with 1 when anything is. */
const { values, positionals } = parseArgs({ options: { times: { type: 'string', default: '20' } }, allowPositionals: true })

const times = Number(values.times)

if (positionals[0] !== 'kill' || !Number.isSafeInteger(times) || times < 1) {
  console.error('npm run drill -- kill [--times 20]')
  process.exitCode = 1
} else {
  const { figures, wrong } = await drillKills(times)
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(60)}${figure.toLocaleString('en-US').padStart(12)}`)
  for (const sentence of wrong) console.log(`WRONG: ${sentence}`)
  if (wrong.length) process.exitCode = 1
  else console.log('Nothing lost, nothing doubled.')
}
