import { createInterface } from 'node:readline'
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts'

/**
 * A separate process, controlled by lines of JSON on standard input: first its options, later `{"webhookUrl":"…"}`. It prints its address on one line
 * and exits with its parent.
 */
let started: { simulator: Promise<Simulator> } | undefined
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  if (started) {
    const { webhookUrl } = JSON.parse(line) as { webhookUrl: string } // the parent process writes this line
    void started.simulator.then((simulator) => simulator.listen(webhookUrl))
    return
  }
  started = { simulator: startSimulator(JSON.parse(line) as SimulatorOptions) } // the parent process writes this line
  started.simulator.then(
    ({ url }) => process.stdout.write(`${url}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
})
lines.on('close', () => process.exit(0))
// Ctrl-C reaches every process of the group, but this one keeps running until its parent ends it after the last request.
process.on('SIGINT', () => undefined)
