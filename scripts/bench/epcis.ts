import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createValidator, makeDocument, type SampleFormat } from '@seriatim/epcis'

export interface EpcisFigures {
  megabytes: number
  epcs: number
  ours: OurFigures
  /**
   * Figures for the same document written as EPCIS 2.0 JSON, read as the first document of a process: `rate` if its EPCs are URNs, `linkRate` if they
   * are Digital Links.
   */
  json: { megabytes: number; rate: number; linkRate: number }
  sax: number
  /** null if xmllint or the schemas are missing on this machine. */
  xmllint: { rate: number; processor: number } | null
}

export interface OurFigures {
  /** Megabytes read per second. Like the other rates here, this is the figure of the fastest round. */
  rate: number
  /** Rate for the second document that a process reads. By then the code has been optimized, as on a server or in a page that stays open. */
  rateAgain: number
  /** CPU seconds summed over all cores; the lowest of all rounds. */
  processor: number
  /** Peak memory in megabytes above the level before reading; null if the system doesn't report it. */
  peak: number | null
}

const self = fileURLToPath(import.meta.url)
const schemas = ['../../../shared/corpus/xsd', '../../../../shared/corpus/xsd'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
const PIECE_SIZE = 1 << 16

/** Writes a complete document and returns its size in bytes. */
function writeDocument(path: string, meds: number, format: SampleFormat = 'xml'): number {
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
    format,
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

/** Measures validation with every rule. Runs in a separate process, unaffected by other measurements. */
function measureOurs(path: string): { seconds: number; processor: number; peak: number; again: number } {
  const before = highest()
  const used = process.cpuUsage()
  const seconds = judge(path)
  const { user, system } = process.cpuUsage(used)
  return { seconds, processor: (user + system) / 1e6, peak: highest() - before, again: judge(path) }
}

function judge(path: string): number {
  const began = performance.now()
  const validator = createValidator({}, { now: new Date(Date.now() + 60_000), size: statSync(path).size })
  readPieces(path, (piece) => validator.write(piece))
  const validation = validator.end()
  const seconds = (performance.now() - began) / 1000
  if (validation.verdict !== 'ok') throw new Error(`the generated document has a finding: ${validation.findings[0]?.message}`)
  return seconds
}

/**
 * Measures how many seconds sax takes to parse the file with namespaces. The callbacks only count characters of text and store nothing, which is the
 * least work that any reader has to do.
 */
function measureSax(path: string): { seconds: number } {
  const require = createRequire(import.meta.url)
  const sax = require('sax') as typeof import('sax') // the types lack its default export
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

function inOwnProcess<T>(measure: keyof typeof measures, path: string): T {
  return JSON.parse(execFileSync(process.execPath, [self, measure, path], { encoding: 'utf8' })) as T // the measurement prints a result of this type
}

/** Measures a run of xmllint; null if it failed. The shell's `times` reports the processor time of its children. */
function measureXmllint(path: string, schema: string): { seconds: number; processor: number } | null {
  const began = performance.now()
  const script = 'xmllint --stream --noout --schema "$1" "$2" 2>/dev/null && times'
  const { status, stdout } = spawnSync('sh', ['-c', script, 'sh', schema, path], { encoding: 'utf8' })
  if (status !== 0) return null
  const seconds = (performance.now() - began) / 1000
  const [user = 0, system = 0] = [...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return { seconds, processor: user + system }
}

/** Keeps the smaller value of each figure; a figure that the system doesn't report becomes NaN. */
function keepLeast<T extends Record<string, number>>(best: T, found: Partial<Record<keyof T, number | null>>): void {
  for (const [key, value] of Object.entries(found))
    if (key in best) Object.assign(best, { [key]: Math.min(best[key] ?? NaN, value ?? NaN) })
}

/**
 * Measures every reader on generated documents with this many meds. The readers take turns in each round, and the best figures of each reader count.
 */
export function benchEpcis(meds: number, rounds = 5): EpcisFigures {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-epcis-'))
  const path = join(dir, 'document.xml')
  const schema = schemas.map((folder) => join(folder, 'epcis-1.2/EPCglobal-epcis-1_2.xsd')).find(existsSync)
  try {
    const megabytes = writeDocument(path, meds) / 1e6
    const [jsonPath, linkPath] = [join(dir, 'document.jsonld'), join(dir, 'links.jsonld')]
    const jsonMegabytes = writeDocument(jsonPath, meds, 'json') / 1e6
    const linkMegabytes = writeDocument(linkPath, meds, 'links') / 1e6
    const json = { seconds: Infinity }
    const links = { seconds: Infinity }
    const sax = { seconds: Infinity }
    const xmllint = { seconds: Infinity, processor: Infinity }
    const ours = { seconds: Infinity, processor: Infinity, peak: Infinity, again: Infinity }
    for (let round = 0; round < rounds; round += 1) {
      keepLeast(ours, inOwnProcess<ReturnType<typeof measureOurs>>('ours', path))
      keepLeast(json, inOwnProcess<ReturnType<typeof measureOurs>>('ours', jsonPath))
      keepLeast(links, inOwnProcess<ReturnType<typeof measureOurs>>('ours', linkPath))
      if (schema) keepLeast(xmllint, measureXmllint(path, schema) ?? {})
      if (round % 2 === 0) keepLeast(sax, inOwnProcess<ReturnType<typeof measureSax>>('sax', path))
    }
    return {
      megabytes,
      epcs: meds,
      ours: {
        rate: megabytes / ours.seconds,
        rateAgain: megabytes / ours.again,
        processor: ours.processor,
        peak: Number.isFinite(ours.peak) ? ours.peak : null,
      },
      json: { megabytes: jsonMegabytes, rate: jsonMegabytes / json.seconds, linkRate: linkMegabytes / links.seconds },
      sax: megabytes / sax.seconds,
      xmllint: xmllint.seconds === Infinity ? null : { rate: megabytes / xmllint.seconds, processor: xmllint.processor },
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

if (process.argv[1] === self) {
  const [, , measure, path = ''] = process.argv
  if (measure === 'ours' || measure === 'sax') console.log(JSON.stringify(measures[measure](path)))
}
