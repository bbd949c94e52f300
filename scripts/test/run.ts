import { type ChildProcess, spawn } from 'node:child_process'

/** Time that a step gets to clean up after it was interrupted. */
const GRACE_MS = 20_000

let running: ChildProcess | undefined
let interruptedBy: NodeJS.Signals | undefined

/**
 * Runs one step of the suite with its output forwarded to ours. Passes an interruption (Ctrl-C, SIGTERM) on to the step and exits once the step has
 * ended, so that each step can clean up what it started. Never rejects.
 */
export function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0', ...env } })
    running = child
    child.once('error', (error) => {
      process.stdout.write(`${command}: ${error.message}\n`)
      resolve(false)
    })
    child.once('exit', (code) => {
      running = undefined
      if (interruptedBy) leave()
      else resolve(code === 0)
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruptedBy ??= signal
    if (!running) leave()
    // The terminal has already sent Ctrl-C to the step, because the step is in the same process group as this script.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) running?.kill(signal)
    setTimeout(() => running?.kill('SIGKILL'), GRACE_MS).unref()
  })
}

function leave(): never {
  process.stdout.write(`\nInterrupted (${interruptedBy}).\n`)
  process.exit(interruptedBy === 'SIGINT' ? 130 : 143)
}
