import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSmallPack } from '../apps/api/test/pack/small-pack.ts'
import { packAll } from './pack.ts'

const root = join(import.meta.dirname, '..')
const sample = join(root, 'samples/three-findings.xml')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
/** An empty project outside the repository, so that its imports can't resolve to anything in the workspace. */
const project = mkdtempSync(join(tmpdir(), 'seriatim-packed-'))

const run = (file: string, ...args: string[]) => execFileSync(file, args, { cwd: project, encoding: 'utf8' })

beforeAll(() => {
  const archives = packAll(join(project, 'archives'))
  // The only external package is packed from its installed folder, so nothing is downloaded.
  run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', join(project, 'archives'), join(root, 'node_modules/sax'))
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/sax/package.json'), 'utf8'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', ...archives, join(project, `archives/sax-${version}.tgz`))
  cpSync(sample, join(project, 'order.xml'))
}, 180_000)
afterAll(() => rmSync(project, { recursive: true }))

/** Lists the programs in the README of a package, each with the output that the README shows for it. */
function listExamples(name: string): { program: string; prints: string }[] {
  const readme = readFileSync(join(project, 'node_modules/@seriatim', name, 'README.md'), 'utf8')
  return [...readme.matchAll(/^```ts\n(.*?)^```\n\n^```text\n(.*?)^```/gms)].map(([, program = '', prints = '']) => ({ program, prints }))
}

/**
 * Type-checks a program as strictly as possible against the published declarations and compiles it to JavaScript. Returns the compiler's messages, if
 * any.
 */
function compile(files: readonly string[], ...options: string[]): string {
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--target', 'es2022']
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...strict, ...options, ...files], { cwd: project, encoding: 'utf8' })
  return status === 0 ? '' : stdout
}

describe('a packed package', { timeout: 180_000 }, () => {
  test.each(['gs1', 'epcis'])('has README examples that compile and print the stated output: %s', (name) => {
    const examples = listExamples(name)
    expect(examples.length).toBeGreaterThanOrEqual(2)
    const files = examples.map(({ program }, index) => {
      const file = `${name}-${index}.ts`
      writeFileSync(join(project, file), program)
      return file
    })
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    expect(compile(files, '--module', 'nodenext', ...types)).toBe('')
    for (const [index, { prints }] of examples.entries()) expect(run(process.execPath, `${name}-${index}.js`)).toBe(prints)
  })

  test('has types that also work in browsers, because its declarations need nothing from Node', () => {
    writeFileSync(join(project, 'page.ts'), "export * from '@seriatim/gs1'\nexport * as epcis from '@seriatim/epcis'\n")
    const browser = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', '', '--noEmit']
    expect(compile(['page.ts'], ...browser)).toBe('')
  })

  test('includes command-line programs that run', () => {
    const command = spawnSync('npx', ['--offline', 'epcis-validate', '--format', 'json', 'order.xml'], { cwd: project, encoding: 'utf8' })
    expect(command.stderr).toBe('')
    expect(command.status).toBe(1)
    expect(JSON.parse(command.stdout)).toMatchObject({ verdict: 'reject', meds: 24 })
    expect(JSON.parse(run('npx', '--offline', 'gs1-decode', '00301162001165'))).toMatchObject({ ok: true, gtin14: '00301162001165' })
  })

  test('has a client README whose examples compile', () => {
    const readme = readFileSync(join(project, 'node_modules/@seriatim/client/README.md'), 'utf8')
    const files = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, program = ''], index) => {
      writeFileSync(join(project, `client-${index}.ts`), program)
      return `client-${index}.ts`
    })
    expect(files.length).toBeGreaterThanOrEqual(2)
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    expect(compile(files, '--module', 'nodenext', '--lib', 'es2024,dom', '--noEmit', ...types)).toBe('')
  })

  test('includes a command that verifies packs without the rest of the product', async () => {
    await makeSmallPack(join(project, 'pack.zip'))
    const command = spawnSync('npx', ['--offline', 'seriatim-verify', 'pack.zip'], { cwd: project, encoding: 'utf8' })
    expect(command.stderr).toBe('')
    expect(command.stdout).toMatch(/^PROVEN/)
    expect(command.status).toBe(0)
    writeFileSync(
      join(project, 'verify.ts'),
      "import { fromBlob, verifyPack } from '@seriatim/verify'\nvoid verifyPack(fromBlob(new Blob([])), {})\n",
    )
    const browser = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', '', '--noEmit']
    expect(compile(['verify.ts'], ...browser)).toBe('')
  })

  test('contains compiled files and its README, and declares as dependencies only what it imports', () => {
    for (const [name, needs] of [
      ['gs1', []],
      ['epcis', ['@seriatim/gs1', 'sax']],
      ['client', []],
    ] as const) {
      const manifest = JSON.parse(readFileSync(join(project, 'node_modules/@seriatim', name, 'package.json'), 'utf8'))
      expect(Object.keys(manifest.dependencies ?? {})).toEqual(needs)
      expect(manifest).not.toHaveProperty('private')
      expect(JSON.stringify(manifest)).not.toMatch(/src\/|devDependencies/)
    }
  })
})
