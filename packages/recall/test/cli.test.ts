import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'recall-read-'))
afterAll(() => rmSync(dir, { recursive: true }))

const run = (words: readonly string[], input = '') => spawnSync(process.execPath, [cli, ...words], { input, encoding: 'utf8' })
const record = { recall_number: 'D-1-2026', product_description: 'NDC 88123-204-90', code_info: 'Lot A1001, Exp 04/2027', openfda: {} }
const read = {
  recallNumber: 'D-1-2026',
  codes: [{ ndc: '88123-204-90', lots: ['A1001'], ranges: [], allLots: false, expirations: [{ lot: 'A1001', expiration: '2027-04' }] }],
  unread: [],
}

// Each test starts a process, which takes a while on a busy machine.
describe('the command recall-read', { timeout: 60_000 }, () => {
  test('prints one line for each record, whether the file is the original download, an array or a single record', () => {
    const file = join(dir, 'download.json')
    writeFileSync(file, JSON.stringify({ meta: {}, results: [record, record] }))
    const { status, stdout } = run([file])
    expect(status).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([read, read])
    expect(JSON.parse(run(['-'], JSON.stringify([record])).stdout)).toEqual(read)
    expect(JSON.parse(run(['-'], JSON.stringify(record)).stdout)).toEqual(read)
  })

  test('reports a file that it cannot read, and continues with the others', () => {
    const broken = join(dir, 'broken.json')
    const whole = join(dir, 'whole.json')
    writeFileSync(broken, '{"results": [')
    writeFileSync(whole, JSON.stringify(record))
    const { status, stdout, stderr } = run([broken, whole, join(dir, 'none.json')])
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toEqual(read)
    expect(stderr).toContain('broken.json')
    expect(stderr).toContain('none.json')
    expect(run(['-'], '[1]').stderr).toContain('it contains no recall records')
  })

  test('reports no lots for a record without code text, and rejects bad arguments', () => {
    expect(JSON.parse(run(['-'], JSON.stringify({ recall_number: 7, code_info: null })).stdout)).toEqual({
      recallNumber: '',
      codes: [{ ndc: null, lots: [], ranges: [], allLots: false, expirations: [] }],
      unread: [],
    })
    expect(run(['--help']).stdout).toContain('Usage:')
    expect(run([]).status).toBe(2)
    expect(run(['--what']).stderr).toContain('--what')
  })
})
