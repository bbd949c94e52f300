#!/usr/bin/env node
import { createReadStream, promises, readFileSync, statSync } from 'node:fs'
import { argv, env, exit, stderr, stdin, stdout } from 'node:process'
import { type Arguments, HELP, parseArguments } from './cli-arguments.ts'
import { detectEncoding, Quotes } from './cli-quotes.ts'
import { colored, plain, reportText, visible, visibleJson } from './cli-text.ts'
import { type FileResult, sarifLog } from './sarif.ts'
import { createValidator } from './validate.ts'
import type { Validation } from './validator.ts'
import { unzipped, zippedFile } from './zip.ts'

/** Number of bytes of standard input to keep, because it cannot be read again to quote from it. */
const MAX_BUFFERED_BYTES = 64 << 20
const PROGRESS_EVERY_MS = 150

const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
const usesColors = stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'

async function* documentIn(path: string, length: number): AsyncGenerator<Uint8Array> {
  const handle = await promises.open(path)
  const read = async (position: number, size: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, position)
    return buffer.subarray(0, bytesRead)
  }
  try {
    const zipped = await zippedFile(read, length)
    if (zipped === null) yield* createReadStream(path, { highWaterMark: 1 << 18 })
    else yield* unzipped(read, zipped)
  } finally {
    await handle.close()
  }
}

async function* readChunks(file: string): AsyncGenerator<Uint8Array> {
  const state = file === '-' ? null : statSync(file)
  if (state?.isFile()) return yield* documentIn(file, state.size)
  const stream: AsyncIterable<Uint8Array> = file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 18 })
  yield* stream
}

/** Shows progress on a terminal; silent otherwise. */
class Progress {
  private shown = 0
  private readonly file: string
  private readonly total: number

  constructor(file: string, total: number) {
    this.file = file
    this.total = total
  }

  show(bytes: number): void {
    if (!stderr.isTTY || Date.now() - this.shown < PROGRESS_EVERY_MS) return
    this.shown = Date.now()
    const done = this.total > 0 ? `${Math.floor((100 * bytes) / this.total)}%` : `${(bytes / 1e6).toFixed(1)} MB`
    stderr.write(`\r\u001b[K${visible(this.file)}: ${done}`)
  }

  clear(): void {
    if (this.shown > 0) stderr.write('\r\u001b[K')
  }
}

async function validateFile(file: string, kept: Uint8Array[]): Promise<Validation> {
  const size = file === '-' ? 0 : statSync(file).size
  const progress = new Progress(file, size)
  const validator = createValidator({}, { now: new Date(), size })
  let bytes = 0
  try {
    for await (const chunk of readChunks(file)) {
      validator.write(chunk)
      bytes += chunk.length
      if (file === '-' && bytes <= MAX_BUFFERED_BYTES) kept.push(chunk)
      progress.show(bytes)
    }
    return validator.end()
  } finally {
    progress.clear()
  }
}

/**
 * Reads the file a second time to find the lines that a report quotes. Returns null if there are no findings, or if the file cannot be read again: a
 * pipe, or standard input that was too long to buffer.
 */
async function readQuotes(file: string, { findings, bytes }: Validation, kept: readonly Uint8Array[]): Promise<Quotes | null> {
  if (findings.length === 0 || (file === '-' ? bytes > MAX_BUFFERED_BYTES : !statSync(file).isFile())) return null
  let quotes: Quotes | null = null
  for await (const chunk of file === '-' ? kept : readChunks(file)) {
    quotes ??= new Quotes(findings, detectEncoding(chunk))
    quotes.write(chunk)
  }
  return quotes
}

function asObject(result: FileResult) {
  if ('error' in result) return result
  const { file, validation } = result
  const { bytes, events, meds, verdict, findings, truncated, document } = validation
  const { warnings, dropShipment, guidelineFacts, restatements } = document
  return { file, bytes, events, meds, verdict, findings, truncated, warnings, dropShipment, guidelineFacts, restatements }
}

function whyNot(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'you do not have permission to read it',
    EPERM: 'you do not have permission to read it',
  }
  return reasons[String(code)] ?? (error instanceof Error ? error.message : String(error))
}

/** The exit status so far, in case the output is closed early. */
let status = 0

async function validateAll({ files, format, failOn }: Arguments): Promise<number> {
  const results: FileResult[] = []
  const keep = (result: FileResult) => {
    if (format === 'ndjson') stdout.write(`${visibleJson(asObject(result))}\n`)
    else if (format !== 'text') results.push(result)
  }
  for (const file of files) {
    try {
      const kept: Uint8Array[] = []
      const validation = await validateFile(file, kept)
      const isBad = validation.verdict !== 'ok' && (validation.verdict !== 'warn' || failOn === 'warn')
      if (isBad) status = Math.max(status, 1)
      if (format === 'text')
        stdout.write(reportText(file, validation, await readQuotes(file, validation, kept), usesColors ? colored : plain))
      else keep({ file, validation })
    } catch (reason) {
      status = 2
      const error = whyNot(reason)
      keep({ file, error })
      stderr.write(`epcis-validate: ${visible(`cannot read ${file}: ${error}`)}\n`)
    }
  }
  if (format === 'sarif') stdout.write(`${visibleJson(sarifLog(results, version, status), 2)}\n`)
  if (format === 'json') {
    const objects = results.map(asObject)
    stdout.write(`${visibleJson(files.length === 1 ? objects[0] : objects, 2)}\n`)
  }
  return status
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    stdout.write(HELP)
    return 0
  }
  if (words.includes('--version')) {
    stdout.write(`${version}\n`)
    return 0
  }
  const parsed = parseArguments(words)
  if (typeof parsed !== 'string') return validateAll(parsed)
  stderr.write(`epcis-validate: ${visible(parsed)}\nTry epcis-validate --help.\n`)
  return 2
}

/** The program that reads the output has stopped reading, so only the exit status can report what was found so far. */
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') exit(status)
  throw error
})

process.exitCode = await main(argv.slice(2))
