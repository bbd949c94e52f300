import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run dev`: restarts the server and reloads the page when a source changes. Vite serves the page on port 5173; its calls are proxied to port
 * 3000.
 */
const root = join(import.meta.dirname, '..')
const CHILDREN: ChildProcess[] = [
  spawn(
    'node',
    ['--watch-path=apps/api/src', '--watch-path=packages', '--watch-path=db/migrations', '--watch-preserve-output', 'apps/api/src/main.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173' },
    },
  ),
  spawn('vite', ['--port', '5173', '--strictPort'], { cwd: join(root, 'apps/web'), stdio: 'inherit' }),
]

function stop(): void {
  for (const child of CHILDREN) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const child of CHILDREN) child.on('exit', stop)
