import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ended } from './postmaster.ts'

/** A program that starts a child process which sleeps for ten minutes, registers the child with a keeper, prints the child's pid and waits. */
const script = `
  import { spawn } from 'node:child_process'
  import { keep } from '${join(import.meta.dirname, 'test-keeper.ts')}'
  const child = spawn('sleep', ['600'])
  keep('process', String(child.pid))
  process.stdout.write(String(child.pid))
  setInterval(() => undefined, 60_000)`

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('everything started by a test run ends when %s ends the run', async (signal) => {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [pid] = (await once(run.stdout, 'data')) as [Buffer]
  run.kill(signal)
  await once(run, 'exit')
  expect(await ended(Number(pid.toString()), 50_000)).toBe(true)
})
