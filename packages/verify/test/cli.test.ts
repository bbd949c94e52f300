import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = (...args: string[]): Promise<{ stdout: string; stderr: string; code?: number }> =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src/cli.js'), ...args]).catch(
    (error: { stdout: string; stderr: string; code: number }) => error,
  )

test('the command exits with 1 for a file that is not a pack, and with 2 for unreadable arguments or files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seriatim-verify-'))
  const path = join(folder, 'a.zip')
  await writeFile(path, 'no zip')
  expect(await run(path)).toMatchObject({ code: 1, stdout: expect.stringContaining('This is not a complete pack') })
  expect(await run(join(folder, 'missing.zip'))).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') })
  expect(await run()).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage:') })
  expect(await run('--unknown')).toMatchObject({ code: 2 })
  expect((await run('--help')).stdout).toContain('Usage:')
  await rm(folder, { recursive: true })
})
