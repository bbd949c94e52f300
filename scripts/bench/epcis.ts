import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createValidator, makeDocument, type Options, type Validation } from '@seriatim/epcis'
import { validateInPieces } from '@seriatim/epcis/threads'

export interface EpcisFigures {
  megabytes: number
  epcs: number
  ours: readonly ThreadFigures[]
  /** Megabytes a second, the best of the rounds, as all rates here. */
  sax: number
  /** Null when xmllint or the schemas are not on this machine. */
  xmllint: number | null
}

export interface ThreadFigures {
  threads: number
  rate: number
  /** Megabytes above what the process has before it reads, at its highest; null when the system does not tell. */
  peak: number | null
}

const THREADS = [1, 2, 4]

const self = fileURLToPath(import.meta.url)
const schemas = ['../../../shared/corpus/xsd', '../../../../shared/corpus/xsd'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const PIECE_SIZE = 1 << 16

/** Writes a complete document and gives back its size in bytes. */
function writeDocument(path: string, meds: number): number {
  const file = openSync(path, 'w')
  let size = 0
  let waiting: string[] = []
  for (const piece of makeDocument({
    meds,
    perCase: 48,
    casesPerPallet: 40,
    now: new Date(),
    serialSeed: 'bench',
    instanceIdentifier: 'BENCH-1',
  })) {
    waiting.push(piece)
    if (waiting.length < 100) continue
    size += writeSync(file, waiting.join(''))
    waiting = []
  }
  size += writeSync(file, waiting.join(''))
  closeSync(file)
  return size
}

function readPieces(path: string, take: (piece: Uint8Array) => void): void {
  const file = openSync(path, 'r')
  const piece = new Uint8Array(PIECE_SIZE)
  for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) take(piece.subarray(0, size))
  closeSync(file)
}

const highest = (): number =>
  Number(/VmHWM:\s+([0-9]+)/.exec(existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '')?.[1] ?? NaN) / 1024

/** In a process of its own: every rule, without anything that another measure left behind. */
async function measureOurs(path: string, threads: number): Promise<{ seconds: number; peak: number }> {
  const before = highest()
  const began = performance.now()
  const options = { now: new Date(Date.now() + 60_000) }
  const { verdict, findings } =
    (await validateInPieces(path, { ...options, threads, leastBytes: 0, leastBytesForThreads: 0 })) ?? validateInOne(path, options)
  const seconds = (performance.now() - began) / 1000
  if (verdict !== 'ok') throw new Error(`the generated document has a finding: ${findings[0]?.message}`)
  return { seconds, peak: highest() - before }
}

function validateInOne(path: string, options: Options): Validation {
  const validator = createValidator({}, options)
  readPieces(path, (piece) => validator.write(piece))
  return validator.end()
}

/** sax with namespaces, its texts collected and thrown away: the least that a reader must do. */
function measureSax(path: string): { seconds: number } {
  const require = createRequire(import.meta.url)
  const sax = require('sax') as typeof import('sax') // it has no default export that types know
  const began = performance.now()
  const parser = sax.parser(true, { xmlns: true, position: true })
  const decoder = new TextDecoder()
  let texts = 0
  parser.ontext = (text) => {
    texts += text.length
  }
  parser.onopentag = () => {}
  readPieces(path, (piece) => parser.write(decoder.decode(piece, { stream: true })))
  parser.close()
  if (texts === 0) throw new Error('sax found no text')
  return { seconds: (performance.now() - began) / 1000 }
}

const measures = { ours: measureOurs, sax: measureSax }

function inOwnProcess<T>(measure: keyof typeof measures, path: string, threads = 1): T {
  return JSON.parse(execFileSync(process.execPath, [self, measure, path, String(threads)], { encoding: 'utf8' })) as T // what the measure of that name gives
}

function xmllintSeconds(path: string, schema: string): number | null {
  const began = performance.now()
  const { status, error } = spawnSync('xmllint', ['--stream', '--noout', '--schema', schema, path], { stdio: 'ignore' })
  if (error || status !== 0) return null
  return (performance.now() - began) / 1000
}

/** One document through all, in turn. */
export function benchEpcis(meds: number, rounds = 5): EpcisFigures {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-epcis-'))
  const path = join(dir, 'document.xml')
  const schema = schemas.map((folder) => join(folder, 'epcis-1.2/EPCglobal-epcis-1_2.xsd')).find(existsSync)
  try {
    const megabytes = writeDocument(path, meds) / 1e6
    const best = { sax: Infinity, xmllint: Infinity }
    const ours = THREADS.map((threads) => ({ threads, seconds: Infinity, peak: Infinity }))
    for (let round = 0; round < rounds; round += 1) {
      for (const one of ours) {
        const { seconds, peak } = inOwnProcess<Awaited<ReturnType<typeof measureOurs>>>('ours', path, one.threads)
        one.seconds = Math.min(one.seconds, seconds)
        one.peak = Math.min(one.peak, peak ?? NaN)
      }
      if (schema) best.xmllint = Math.min(best.xmllint, xmllintSeconds(path, schema) ?? Infinity)
      if (round % 2 === 0) best.sax = Math.min(best.sax, inOwnProcess<ReturnType<typeof measureSax>>('sax', path).seconds)
    }
    return {
      megabytes,
      epcs: meds,
      ours: ours.map(({ threads, seconds, peak }) => ({
        threads,
        rate: megabytes / seconds,
        peak: Number.isFinite(peak) ? peak : null,
      })),
      sax: megabytes / best.sax,
      xmllint: best.xmllint === Infinity ? null : megabytes / best.xmllint,
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (process.argv[1] === self) {
  const [, , measure, path = '', threads] = process.argv
  if (measure === 'ours' || measure === 'sax') console.log(JSON.stringify(await measures[measure](path, Number(threads))))
}
