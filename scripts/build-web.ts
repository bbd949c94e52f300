import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const stamp = join(web, 'dist/.sources')

/** Hash over all inputs of the web build. */
function sourceHash(): string {
  const hash = createHash('sha256')
  for (const folder of [
    'apps/web/src',
    'apps/web/build',
    'apps/web/public',
    'packages/schema/src',
    'packages/gs1/src',
    'packages/epcis/src',
  ])
    addFolder(hash, join(root, folder))
  for (const file of ['apps/web/index.html', 'apps/web/vite.config.ts', 'package-lock.json']) addFile(hash, join(root, file))
  return hash.digest('hex')
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) addFolder(hash, path)
    else if (!/\.test\.tsx?$/.test(name)) addFile(hash, path)
  }
}

function addFile(hash: ReturnType<typeof createHash>, path: string): void {
  if (existsSync(path)) hash.update(relative(root, path)).update(readFileSync(path))
}

/** Builds the web only if its sources changed since the last build. In production, the build that is part of the image is used. */
const wanted = sourceHash()
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
if (!isFresh) {
  process.stdout.write('Building the web app ...\n')
  await build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })
  writeFileSync(stamp, wanted)
}
