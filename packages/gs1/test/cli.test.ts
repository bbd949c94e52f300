import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const GS = '\x1d'

function run(words: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { input, encoding: 'utf8' })
  const objects = () =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  return { status, stdout, stderr, objects }
}

// Each test starts a process, which takes a while on a busy machine.
describe('gs1-decode', { timeout: 60_000 }, () => {
  test('prints one object per line and exits with 0 when all lines were read', () => {
    const { status, objects } = run(['01003011620011652110000083546563^1728073110608464T', '(01)00301162001165'])
    expect(status).toBe(0)
    expect(objects()).toEqual([
      {
        ok: true,
        elements: [
          { ai: '01', title: 'GTIN', value: '00301162001165' },
          { ai: '21', title: 'SERIAL', value: '10000083546563' },
          { ai: '17', title: 'USE BY or EXPIRY', value: '280731', date: '2028-07-31' },
          { ai: '10', title: 'BATCH/LOT', value: '608464T' },
        ],
        gtin14: '00301162001165',
        ndc: '0116200116',
        serialNumber: '10000083546563',
        lotNumber: '608464T',
        expirationDate: '2028-07-31',
      },
      expect.objectContaining({ ok: true, gtin14: '00301162001165' }),
    ])
  })

  test('reads standard input with GS bytes, and exits with 1 when it refuses a line', () => {
    const { status, objects } = run([], `010030116200116521A${GS}10B\r\n\n0100301162001164`)
    expect(status).toBe(1)
    expect(objects()).toMatchObject([
      { ok: true, serialNumber: 'A', lotNumber: 'B' },
      { ok: false, elements: [], error: { code: 'empty', position: 0 } },
      { ok: false, error: { code: 'check_digit', ai: '01', position: 15 } },
    ])
  })

  test('is lenient only on request, and reports each correction', () => {
    const scan = '010030116200116521100000835465631728073110608464T'
    expect(run([scan]).objects()).toMatchObject([{ ok: false, error: { code: 'too_long', ai: '21' } }])
    expect(run(['--lenient', scan]).objects()).toMatchObject([{ ok: true, lotNumber: '608464T', warnings: [expect.any(String)] }])
    expect(run(['--lenient', '--format=text', scan]).stdout).toContain('(17) USE BY or EXPIRY: 280731 = 2028-07-31')
  })

  test('exits with 2 for unknown arguments, and prints help', () => {
    expect(run(['--format', 'xml', 'x'])).toMatchObject({ status: 2, stdout: '' })
    expect(run(['--loud'])).toMatchObject({ status: 2, stderr: expect.stringContaining('unknown option --loud') })
    expect(run(['--', '--loud']).status).toBe(1)
    expect(run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Exit status') })
  })

  test('reads an endless line with little memory', () => {
    const { status, objects } = run([], 'A'.repeat(3_000_000))
    expect(status).toBe(1)
    expect(objects()).toMatchObject([{ ok: false, error: { code: 'too_long' } }])
  })

  test('streams its output, and prints no error when the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [cli], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    child.stdin.on('error', () => {})
    child.stdin.write('0100301162001165\n')
    const [answer] = await once(child.stdout, 'data')
    expect(JSON.parse(String(answer))).toMatchObject({ ok: true })
    child.stdout.destroy()
    child.stdin.end('0100301162001165\n'.repeat(100_000))
    expect(await ended).toEqual([0, null])
  })
})
