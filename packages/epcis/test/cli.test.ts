import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { parseArguments } from '../src/cli-arguments.ts'
import { Quotes } from '../src/cli-quotes.ts'
import { colored, plain, reportText, visible } from '../src/cli-text.ts'
import { errorHelp } from '../src/error-help.ts'
import { errorTypes } from '../src/index.ts'
import { type FileResult, sarifLog } from '../src/sarif.ts'
import { validate } from './helpers.ts'

const sample = (name: string) => fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url))
const clean = sample('small-clean-order.xml')
const faulty = sample('three-findings.xml')
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const run = (words: readonly string[], input?: string) =>
  spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8', ...(input !== undefined && { input }) })
const folder = mkdtempSync(join(tmpdir(), 'epcis-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the command-line arguments', () => {
  test('are accepted in any order', () => {
    expect(parseArguments(['a', '--format=sarif', '--fail-on', 'warn', '-'])).toEqual({
      format: 'sarif',
      failOn: 'warn',
      files: ['a', '-'],
    })
    expect(parseArguments(['--', '--format'])).toEqual({ format: 'text', failOn: 'reject', files: ['--format'] })
  })

  test.each([
    [[], 'no file given'],
    [['--format', 'xml', 'x'], '--format must be text, json, ndjson or sarif, not xml'],
    [['x', '--format'], '--format must be text, json, ndjson or sarif, not nothing'],
    [['--fail-on=all', 'x'], '--fail-on must be reject or warn, not all'],
    [['--quick', 'x'], 'unknown option --quick'],
    [['-', '-'], 'standard input (-) can be read only once'],
  ])('are rejected with a message: %j', (words, sentence) => expect(parseArguments(words)).toBe(sentence))
})

describe('epcis-validate', { timeout: 60_000 }, () => {
  test('quotes the line of each finding, without colors when the output is not a terminal', () => {
    const { stdout, stderr, status } = run([faulty])
    expect(status).toBe(1)
    expect(stderr).toBe('')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('3 to fix, 1 to look at')
    expect(stdout).toMatch(/ {4}\d+ \| <AggregationEvent>\n {4} +\| \^\n/)
  })

  test('reports an unreadable file and continues', () => {
    const { stdout, stderr, status } = run(['--format', 'ndjson', join(folder, 'none.xml'), folder, clean])
    expect(status).toBe(2)
    expect(stderr).toContain('there is no such file')
    expect(stderr).toContain('it is a folder')
    const objects = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(objects.slice(0, 2)).toMatchObject([{ error: 'there is no such file' }, { file: folder, error: 'it is a folder' }])
    expect(objects[2]).toMatchObject({ file: clean, verdict: 'ok', warnings: [] })
  })

  test('fails on warnings when requested', () => {
    const path = join(folder, 'warn.xml')
    writeFileSync(path, readFileSync(clean, 'utf8').replace('<sbdh:HeaderVersion>1.0', '<sbdh:HeaderVersion>1.1'))
    expect(run([path]).status).toBe(0)
    expect(run(['--fail-on', 'warn', path]).status).toBe(1)
  })

  test('reads standard input, quotes its lines in findings, and recognizes zipped input', () => {
    const { stdout, status } = run(['-'], readFileSync(faulty, 'utf8'))
    expect(status).toBe(1)
    expect(stdout).toContain('| <AggregationEvent>')
    expect(run(['-'], 'PK\u0003\u0004zip').stdout).toContain('packed (zip)')
  })

  test('writes SARIF with rules, regions and levels', () => {
    const { stdout, status } = run(['--format', 'sarif', faulty, clean, join(folder, 'none.xml')])
    expect(status).toBe(2)
    const log = JSON.parse(stdout)
    expect(log.version).toBe('2.1.0')
    const [one] = log.runs
    expect(one.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(errorTypes)
    expect(one.invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [{ level: 'error' }] })
    expect(one.results).toHaveLength(4)
    for (const result of one.results) {
      expect(one.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
      expect(result.locations[0].physicalLocation).toMatchObject({
        artifactLocation: { uri: `file://${faulty}`, index: 0 },
        region: { startLine: expect.any(Number) },
      })
    }
    expect(one.results.map((result: { level: string }) => result.level)).toEqual(['error', 'error', 'error', 'warning'])
  })

  test.each([
    ['1 after findings', [faulty, clean, clean, clean], 1],
    ['2 after a file that cannot be read', [join(folder, 'none.xml'), faulty, clean, clean], 2],
  ])('prints no error when the reader closes the pipe, and exits with %s', (_when, files, status) => {
    // The output is a pipe that its reader closes after the first byte, so the script writes the command's exit status to a file.
    const script = 'errors=$1; ended=$2; shift 2; { "$@" 2>"$errors"; echo $? >"$ended"; } | head -c 1 >/dev/null; cat "$ended"'
    const [errors, ended] = [join(folder, 'errors'), join(folder, 'status')]
    const { stdout } = spawnSync('sh', ['-c', script, 'sh', errors, ended, process.execPath, cli, '--format', 'ndjson', ...files], {
      encoding: 'utf8',
    })
    expect(stdout.trim()).toBe(String(status))
    expect(readFileSync(errors, 'utf8').replace(/^epcis-validate: cannot read .*\n/, '')).toBe('')
  })

  test('shows control characters of a document and of file names instead of sending them to the terminal', () => {
    const bad = '\u009b31m\u202egnp\u200f\u007f'
    const path = join(folder, `bad\u001b[2J${bad}.xml`)
    writeFileSync(path, readFileSync(clean, 'utf8').replace('</eventTimeZoneOffset>', `${bad}</eventTimeZoneOffset>`))
    const { stdout, stderr, status } = run([path, `${path}\u001b]0;gone\u0007`])
    expect(status).toBe(2)
    expect(stdout).toContain('\\u{9b}31m\\u{202e}gnp\\u{200f}\\u{7f}')
    expect(stdout).toContain('bad\\u{1b}[2J')
    expect(stderr).toContain('\\u{1b}]0;gone\\u{7}')
    for (const text of [stdout, stderr]) expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(run(['--format', 'x\u001b[2J', clean]).stderr).not.toContain('\u001b')
    const [json, sarif] = ['json', 'sarif'].map((format) => run(['--format', format, path]).stdout)
    for (const text of [json, sarif]) expect(text?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(JSON.parse(json ?? '').findings[0].value).toContain(bad)
    expect(JSON.parse(sarif ?? '').runs[0].results[0].properties.value).toContain(bad)
  })

  test('reads a named pipe once, so its report does not quote the faulty lines', () => {
    const pipe = join(folder, 'pipe')
    const script = 'mkfifo "$1" && { cat "$2" >"$1" & } && exec "$3" "$4" "$1"'
    const { stdout, signal } = spawnSync('sh', ['-c', script, 'sh', pipe, faulty, process.execPath, cli], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(signal).toBeNull()
    expect(stdout).toContain('3 to fix')
    expect(stdout).not.toContain(' | ')
  })

  test.each(['json', 'ndjson'])('writes an object in %s for a file that it cannot read', (format) => {
    const none = join(folder, 'none.xml')
    const one = run(['--format', format, none])
    expect(one.status).toBe(2)
    expect(JSON.parse(one.stdout)).toEqual({ file: none, error: 'there is no such file' })
    const { stdout } = run(['--format', format, none, clean])
    const objects =
      format === 'json'
        ? JSON.parse(stdout)
        : stdout
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
    expect(objects).toMatchObject([
      { file: none, error: 'there is no such file' },
      { file: clean, verdict: 'ok' },
    ])
  })
})

describe('a zip given to epcis-validate', { timeout: 60_000 }, () => {
  const text = readFileSync(faulty)
  test.each([
    ['deflated', zip([text], { method: 8 })],
    ['stored', zip([text], { method: 0 })],
  ])('that is %s gives the same output as the single file in it, including the quoted lines', (_how, bytes) => {
    const path = join(folder, 'one.zip')
    writeFileSync(path, bytes)
    const { stdout, status } = run([path])
    expect(status).toBe(1)
    expect(stdout).toBe(run([faulty]).stdout.replace(faulty, path))
  })

  test.each([
    ['exactly one file, not 2', zip([text, text], {})],
    ['exactly one file, not 0', zip([], {})],
    ['encrypted', zip([text], { flags: 1 })],
    ['not supported', zip([text], { method: 12 })],
    ['larger than 2 GB', zip([text], { size: 0xf000_0000 })],
    ['damaged', zip([text], { size: text.length - 1 })],
    ['cut off', zip([text], {}).subarray(0, 500)],
  ])('is refused with an explanation: %s', (words, bytes) => {
    const path = join(folder, 'bad.zip')
    writeFileSync(path, bytes)
    const { stderr, status } = run([path])
    expect(status).toBe(2)
    expect(stderr).toContain(words)
  })
})

function zip(files: readonly Buffer[], { method = 8, flags = 0, size }: { method?: number; flags?: number; size?: number }): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  for (const file of files) {
    const packed = method === 8 ? deflateRawSync(file) : file
    const offset = locals.reduce((sum, one) => sum + one.length, 0)
    const local = Buffer.alloc(31, 'a')
    local.write('PK\u0003\u0004', 'latin1')
    local.writeUInt16LE(1, 26)
    local.writeUInt16LE(0, 28)
    locals.push(local, packed)
    const entry = Buffer.alloc(47)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size ?? file.length, 24)
    entry.writeUInt16LE(1, 28)
    entry.writeUInt32LE(offset, 42)
    entry.write('a', 46)
    entries.push(entry)
  }
  const before = Buffer.concat(files.length === 0 ? [Buffer.from('PK\u0003\u0004')] : locals)
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(before.length, 16)
  return Buffer.concat([before, directory, end])
}

describe('the output of epcis-validate', () => {
  test('has a help text for every error type', () => {
    for (const type of errorTypes) expect(errorHelp[type]).toMatch(/^[A-Z].*\.$/)
  })

  test('quotes only the text around a position in a long line, wherever the input is split into chunks', () => {
    const text = `first\n${'x'.repeat(5000)}HERE${'y'.repeat(5000)}\n\t<last/>`
    for (const size of [1, 7, 100_000]) {
      const quotes = new Quotes(
        [
          { line: 2, column: 5001 },
          { line: 3, column: 2 },
          { line: 9, column: 1 },
        ],
        'utf-8',
      )
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += size) quotes.write(bytes.subarray(at, at + size))
      const long = quotes.at({ line: 2, column: 5001 })
      expect(long?.text.length).toBeLessThan(110)
      expect(long?.text.slice(long.offset)).toMatch(/^HEREyyy/)
      expect(quotes.at({ line: 3, column: 2 })).toEqual({ text: '<last/>', offset: 0 })
      expect(quotes.at({ line: 9, column: 1 })).toBeNull()
    }
  })

  test('shows each control character in visible form, and keeps the mark below the correct column of the quoted line', () => {
    expect(visible('a\tb\u001b\n\u0085\u2066\ufeff é😀')).toEqual('a b\\u{1b}\\u{a}\\u{85}\\u{2066}\\u{feff} é😀')
    const bytes = new TextEncoder().encode('<a>\u001b\u202e<b/></a>')
    const quotes = new Quotes([{ line: 1, column: 6 }], 'utf-8')
    quotes.write(bytes)
    const [finding] = validate(readFileSync(faulty)).findings
    if (finding === undefined) throw new Error('no finding')
    const validation = { ...validate(readFileSync(faulty)), findings: [{ ...finding, line: 1, column: 6 }] }
    const [, , , quoted = '', mark = ''] = reportText('x', validation, quotes, plain).split('\n')
    expect(quoted.slice(mark.indexOf('^'))).toBe('<b/></a>')
  })

  test('has colors that match the severity words', () => {
    const validation = validate(readFileSync(faulty))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
    expect(reportText('x', validation, null, colored).replace(/\u001b\[\d+m/g, '')).toBe(reportText('x', validation, null, plain))
  })

  test('names each file in SARIF by an encoded URI, and standard input as stdin', () => {
    const results: FileResult[] = [
      { file: 'a b/ü.xml', validation: { ...validate(readFileSync(faulty)), findings: [] } },
      { file: '-', error: 'no' },
    ]
    const log = sarifLog(results, '1.0.0', 2)
    expect(log.runs[0]?.artifacts.map(({ location }) => location.uri)).toEqual(['a%20b/%C3%BC.xml', 'stdin'])
  })
})
