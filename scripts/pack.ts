import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The packages to compile and publish, in this order, because each package needs the compiled output of those before it. */
const PACKAGES = ['gs1', 'epcis', 'client']
/** Packages that are published as they are: JavaScript with types beside it. */
const PLAIN = ['verify']

const root = join(import.meta.dirname, '..')

interface Manifest {
  name: string
  version: string
  private?: boolean
  exports: Record<string, string>
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/**
 * Builds the archives of our packages for a registry, with JavaScript and types compiled from `src` file by file. Only the package.json in the
 * archive refers to the compiled files; the one in the workspace still refers to the sources.
 * @returns paths of the archives, each after the archives that it depends on.
 */
export function packAll(destination: string): string[] {
  const stage = mkdtempSync(join(tmpdir(), 'seriatim-pack-'))
  try {
    const versions: Record<string, string> = {}
    const built = PACKAGES.map((name) => {
      const manifest = readManifest(name)
      versions[manifest.name] = manifest.version
      compile(name, stage)
      return archive(name, published(manifest, versions), stage, destination)
    })
    const plain = PLAIN.map((name) => {
      const { private: _private, devDependencies: _dev, ...manifest } = readManifest(name)
      const files = ['src', 'types']
      for (const folder of files) cpSync(join(root, 'packages', name, folder), join(stage, name, folder), { recursive: true })
      return archive(name, { ...manifest, files }, stage, destination)
    })
    return [...built, ...plain]
  } finally {
    rmSync(stage, { recursive: true })
  }
}

const readManifest = (name: string) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest

function compile(name: string, stage: string): void {
  const source = join(root, 'packages', name)
  const config = join(stage, `${name}.json`)
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    declaration: true,
    allowImportingTsExtensions: false,
    rewriteRelativeImportExtensions: true,
    rootDir: join(source, 'src'),
    outDir: join(stage, name, 'dist'),
    tsBuildInfoFile: null,
    typeRoots: [join(root, 'node_modules/@types')],
    paths: Object.fromEntries(PACKAGES.map((other) => [`@seriatim/${other}`, [join(stage, other, 'dist/index.d.ts')]])),
  }
  writeFileSync(
    config,
    JSON.stringify({ extends: join(source, 'tsconfig.json'), compilerOptions, include: [join(source, 'src')], references: [] }),
  )
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--project', config], { stdio: 'inherit' })
}

/** Makes the package.json to publish: it refers to compiled files instead of sources, and requires the current versions of our other packages. */
function published({ private: _private, devDependencies: _dev, ...manifest }: Manifest, versions: Record<string, string>) {
  return {
    ...manifest,
    exports: {
      ...mapped(manifest.exports, (file) => ({ types: compiled(file, 'd.ts'), default: compiled(file, 'js') })),
      './package.json': './package.json',
    },
    ...(manifest.bin && { bin: mapped(manifest.bin, (file) => compiled(file, 'js')) }),
    files: ['dist'],
    ...(manifest.dependencies && { dependencies: mapped(manifest.dependencies, (range, name) => versions[name] ?? range) }),
  }
}

/** Path in `dist` of the file compiled from a source. */
const compiled = (source: string, ending: string): string => source.replace(/^\.\/src\/(.*)\.ts$/, `./dist/$1.${ending}`)

const mapped = <T>(entries: Record<string, string>, change: (value: string, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value, key)]))

function archive(name: string, manifest: object, stage: string, destination: string): string {
  const folder = join(stage, name)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'packages', name, 'README.md'), join(folder, 'README.md'))
  mkdirSync(destination, { recursive: true })
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(destination)], { cwd: folder, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(said) as [{ filename: string }]
  return join(resolve(destination), filename)
}

if (process.argv[1] === import.meta.filename) for (const path of packAll(process.argv[2] ?? '.')) console.log(path)
