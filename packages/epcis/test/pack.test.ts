import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const sample = fileURLToPath(new URL('../../../samples/three-findings.xml', import.meta.url))
/** A copy inside the repository finds what it is built with; packing in place would change package.json under the other tests. */
const copy = fileURLToPath(new URL(`../../../tmp/pack-${process.pid}`, import.meta.url))
const elsewhere = mkdtempSync(join(tmpdir(), 'epcis-pack-'))

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
  rmSync(elsewhere, { recursive: true })
})

describe('the packed package', { timeout: 180_000 }, () => {
  it('needs nothing but Node: the command and the library run from the archive alone', () => {
    mkdirSync(copy, { recursive: true })
    for (const name of ['src', 'scripts', 'package.json', 'README.md']) cpSync(join(source, name), join(copy, name), { recursive: true })
    execFileSync('npm', ['pack', '--silent', '--pack-destination', elsewhere], { cwd: copy })
    expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(readFileSync(join(source, 'package.json'), 'utf8'))
    const [archive = ''] = readdirSync(elsewhere)
    execFileSync('tar', ['xzf', archive], { cwd: elsewhere })
    const folder = join(elsewhere, 'package')
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ bin: { 'epcis-validate': './dist/cli.js' }, exports: { '.': './dist/index.js' } })
    expect(manifest).not.toHaveProperty('dependencies')
    expect(readdirSync(folder).sort()).toEqual(['README.md', 'dist', 'package.json'])

    const command = spawnSync(process.execPath, [join(folder, manifest.bin['epcis-validate']), '--format', 'json', sample], {
      cwd: elsewhere,
      encoding: 'utf8',
    })
    expect(command.stderr).toBe('')
    expect(command.status).toBe(1)
    expect(JSON.parse(command.stdout)).toMatchObject({ verdict: 'reject', meds: 24 })
    const program = `import('${join(folder, manifest.exports['.'])}').then(({ validateEpcis }) => console.log(validateEpcis(new Uint8Array()).verdict))`
    expect(execFileSync(process.execPath, ['-e', program], { cwd: elsewhere, encoding: 'utf8' }).trim()).toBe('malformed')

    const npx = spawnSync('npx', ['--yes', '--offline', `--package=${join(elsewhere, archive)}`, 'epcis-validate', '--version'], {
      cwd: elsewhere,
      encoding: 'utf8',
    })
    expect(npx.stdout.trim()).toBe(manifest.version)
  })
})
