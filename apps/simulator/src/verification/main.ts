import { startVerificationSimulator } from './verification-simulator.ts'

/**
 * Runs the simulator as a process of its own, which prints its address on one line. It exits when its standard input ends, and so together with its
 * parent, which keeps that input open.
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
