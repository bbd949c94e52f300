#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { argv, stderr, stdin, stdout } from 'node:process'
import type { Finding } from './finding.ts'
import { createValidator, type Validation } from './validate.ts'

const help = `epcis-validate: judge EPCIS XML documents as DSCSA messages

Usage:  epcis-validate [--format text|json|ndjson] [--fail-on reject|warn] FILE...
        epcis-validate [options] -            reads standard input

Options:
  --format text     findings as sentences, for reading (the default)
  --format json     one JSON object; for several files an array of them
  --format ndjson   one JSON object a line for each file
  --fail-on reject  exit 1 only when the sender must mend something (the default)
  --fail-on warn    exit 1 for warnings too
  --help            this text

Each object: {file, bytes, events, meds, verdict, findings: [{type, severity, message, section, path, line, column, event, value,
hint}], truncated: {TYPE: count}}. verdict is ok, warn, reject or malformed. Of each type 50 findings are shown; truncated counts the rest.

Exit status: 0 nothing to report at that level, 1 findings, 2 a file could not be read or the command was not understood.

Files are read in pieces, so their size does not matter. Nothing leaves this machine.

Examples:
  epcis-validate order.xml
  epcis-validate --format ndjson --fail-on warn inbox/*.xml | jq 'select(.verdict != "ok") | .file'
`

type Format = 'text' | 'json' | 'ndjson'
type Arguments = { readonly format: Format; readonly failOn: 'reject' | 'warn'; readonly files: readonly string[] }

function parseArguments(words: readonly string[]): Arguments | string {
  let format: Format = 'text'
  let failOn: 'reject' | 'warn' = 'reject'
  const files: string[] = []
  const rest = words.flatMap((word) =>
    /^--[a-z-]+=/.test(word) ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] : [word],
  )
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? ''
    if (word === '--format') {
      const value = rest[++i]
      if (value !== 'text' && value !== 'json' && value !== 'ndjson')
        return `--format must be text, json or ndjson, not ${value ?? 'nothing'}`
      format = value
    } else if (word === '--fail-on') {
      const value = rest[++i]
      if (value !== 'reject' && value !== 'warn') return `--fail-on must be reject or warn, not ${value ?? 'nothing'}`
      failOn = value
    } else if (word === '--') {
      files.push(...rest.slice(i + 1))
      break
    } else if (word.startsWith('-') && word !== '-') return `unknown option ${word}`
    else files.push(word)
  }
  return files.length === 0 ? 'no file given' : { format, failOn, files }
}

async function validateFile(file: string): Promise<Validation> {
  const validator = createValidator()
  const stream: AsyncIterable<Uint8Array> = file === '-' ? stdin : createReadStream(file)
  for await (const chunk of stream) validator.write(chunk)
  return validator.end()
}

function asObject(file: string, { bytes, events, meds, verdict, findings, truncated }: Validation) {
  return { file, bytes, events, meds, verdict, findings, truncated }
}

function asText(file: string, { events, meds, verdict, findings, truncated }: Validation): string {
  const counted = `${events} events, ${meds} meds`
  const words = { ok: 'no findings', warn: 'usable, with warnings', reject: 'the sender must mend it', malformed: 'not readable as EPCIS' }
  const left = Object.entries(truncated).map(([type, count]) => `  … and ${count} more of ${type}\n`)
  return `${file}: ${verdict} (${words[verdict]}); ${counted}\n${findings.map(findingText).join('')}${left.join('')}`
}

function findingText({ type, severity, message, line, column, event, value, hint }: Finding): string {
  const where = [`line ${line}, column ${column}`, ...(event === null ? [] : [`event ${event}`])].join(', ')
  const found = value === null ? '' : `\n    found: ${value}`
  return `  ${severity} ${type} (${where})\n    ${message}${found}\n    ${hint}\n`
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    stdout.write(help)
    return 0
  }
  const options = parseArguments(words)
  if (typeof options === 'string') {
    stderr.write(`epcis-validate: ${options}\nTry epcis-validate --help.\n`)
    return 2
  }
  const objects: ReturnType<typeof asObject>[] = []
  let status = 0
  for (const file of options.files) {
    try {
      const validation = await validateFile(file)
      const bad = validation.verdict !== 'ok' && (validation.verdict !== 'warn' || options.failOn === 'warn')
      if (bad) status = Math.max(status, 1)
      if (options.format === 'text') stdout.write(asText(file, validation))
      else if (options.format === 'ndjson') stdout.write(`${JSON.stringify(asObject(file, validation))}\n`)
      else objects.push(asObject(file, validation))
    } catch (error) {
      status = 2
      stderr.write(`epcis-validate: cannot read ${file}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  const answer = options.files.length === 1 ? objects[0] : objects
  if (options.format === 'json' && answer) stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  return status
}

process.exitCode = await main(argv.slice(2))
