// node scripts/assemble.ts FOLDER: assembles the production app in a new FOLDER: sources, the built web (`npm run build` first) and the libraries
// that the server needs; no tools, no web libraries (they are part of the built web), no embedded PostgreSQL (production has DATABASE_URL), no tests.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Folders of the workspaces whose manifests `npm ci` needs, because it compares them with the lock file. */
const WORKSPACES = [
  'apps/api',
  'apps/simulator',
  'apps/web',
  'packages/epcis',
  'packages/gs1',
  'packages/recall',
  'packages/schema',
  'packages/verify',
  'packages/vrs',
  'db',
]
const SOURCES = ['packages', 'db', 'apps/api']
const INSTALL = ['--omit=dev', '--omit=optional', '--workspace', '@seriatim/api', '--include-workspace-root=false', '--ignore-scripts']
/** Files and folders that npm needs to install the libraries, but that the running app does not need. */
const SCAFFOLD = ['package-lock.json', '.npmrc', 'apps/web/package.json', 'apps/simulator', 'node_modules/@seriatim/simulator']
/** Files and folders of the sources that are not copied, because they are installed or generated separately or are used only by tests. */
const LEFT_OUT = /^(node_modules|dist|data|test|bench|\.env.*|crash-writer\.ts|.*\.test\.tsx?)$/

/**
 * Copies what production needs to a new folder: the sources, the built web and the installed libraries.
 * @throws Error if apps/web is not built or the folder exists.
 */
export function assemble(folder: string): void {
  if (!existsSync(join(ROOT, 'apps/web/dist/index.html'))) throw new Error('the web is not built: npm run build')
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder)
  const copy = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (source) => !LEFT_OUT.test(basename(source)) })
  }
  for (const path of ['package.json', 'package-lock.json', '.npmrc', ...WORKSPACES.map((name) => `${name}/package.json`)]) copy(path)
  execFileSync('npm', ['ci', ...INSTALL], { cwd: folder, stdio: ['ignore', 2, 2] })
  for (const path of SOURCES) copy(path)
  cpSync(join(ROOT, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true })
  for (const path of SCAFFOLD) rmSync(join(folder, path), { recursive: true, force: true })
  // Makes the app readable for its user, even if the checkout was made with umask 077.
  execFileSync('chmod', ['-R', 'a+rX,go-w', folder])
}

if (import.meta.main) assemble(resolve(process.argv[2] ?? ''))
