import { startVerificationSimulator } from './verification-simulator.ts'

/**
 * Runs the simulator as a separate process that prints its address on one line. It exits when its standard input ends. The parent keeps that input
 * open, so the simulator exits together with its parent.
 */
startVerificationSimulator().then(
  ({ url }) => process.stdout.write(`${url}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
process.stdin.resume().on('end', () => process.exit(0))
// Ctrl-C reaches the whole group. It is ignored here, because the parent ends this process after the last request.
process.on('SIGINT', () => undefined)
