import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { createSaxReader, createValidator, createXmlReader, makeDocument, SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { mutate, randomNumbers } from '../packages/epcis/test/mutations.ts'
import { difference, isBeyondSax, reportedBy } from '../packages/epcis/test/reader-events.ts'
import { createFullReader, readBy } from '../packages/epcis/test/reading-ways.ts'

/**
 * `npm run fuzz:epcis -- --seconds 60 [--seed 1]`: corrupts documents and feeds them to both readers and the validator in chunks of any size. Exits
 * with 1 at the first input that makes one of them throw, hang or use ever more memory. Also exits with 1 if the result depends on the reader, on the
 * size of the chunks, or on whether repeated events are parsed one by one. The printed seed reproduces the failure.
 */
interface Job {
  readonly seconds: number
  readonly seed: number
  readonly beat: SharedArrayBuffer
}

const HANG_SECONDS = 30
const CHECK_EVERY = 20_000
const GROWTH_LIMIT = 96 * 1024 * 1024

/** Documents small enough to test a thousand of them per second. */
function originals(): Uint8Array[] {
  const encoder = new TextEncoder()
  const folders = [
    new URL('../samples/', import.meta.url),
    new URL('../../shared/corpus/epcis-xml/', import.meta.url),
    new URL('../../../shared/corpus/epcis-xml/', import.meta.url),
  ]
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => new Uint8Array(readFileSync(new URL(name, folder)))))
  const made = [1, 4, 24].map((meds) =>
    encoder.encode(
      [
        ...makeDocument({
          meds,
          perCase: 2,
          casesPerPallet: 2,
          now: new Date('2026-10-01T14:00:00Z'),
          serialSeed: 'fuzz',
          instanceIdentifier: 'F-1',
          products: SAMPLE_PRODUCTS.slice(0, 1),
        }),
      ].join(''),
    ),
  )
  return [...files.filter((bytes) => bytes.length < 12_000), ...made]
}

function judged(bytes: Uint8Array, size: number, createReader: typeof createXmlReader): string {
  const validator = createValidator({ event: (event) => event.epcs.length }, { createReader })
  for (let at = 0; at < bytes.length; at += size) validator.write(bytes.subarray(at, at + size))
  const { document, findings, ...rest } = validator.end()
  return JSON.stringify([document, rest, findings.filter(({ type }) => type !== 'MalformedEpcisXmlError')])
}

/** Describes how the readers disagree about an input, or about the same input in pieces; null if they agree. */
function fault(bytes: Uint8Array, random: (below: number) => number): string | null {
  const full = readBy(bytes, bytes.length, { createReader: createFullReader })
  if (!isDeepStrictEqual(readBy(bytes, 1 + random(3000), { createReader: createXmlReader }), full))
    return 'read differently when repeated events are taken'
  const own = reportedBy(createXmlReader, bytes, [1 + random(2000), 1 + random(50)])
  if (isBeyondSax(bytes)) return null
  const sax = reportedBy(createSaxReader, bytes, [bytes.length])
  const found = difference(sax, own)
  if (found !== null || random(4) > 0 || JSON.stringify(sax.problem) !== JSON.stringify(own.problem)) return found
  const whole = judged(bytes, bytes.length, createXmlReader)
  if (whole !== judged(bytes, 1 + random(3000), createXmlReader)) return 'judged differently in pieces'
  return whole === judged(bytes, bytes.length, createSaxReader) ? null : 'judged differently by the two readers'
}

async function run({ seconds, seed, beat }: Job): Promise<void> {
  const seeds = new Int32Array(beat)
  const documents = originals()
  const end = performance.now() + seconds * 1000
  const heaps: number[] = []
  let count = 0
  for (let at = seed; performance.now() < end; at += 1) {
    seeds[0] = at
    const random = randomNumbers(at)
    const bytes = mutate(documents[random(documents.length)] ?? new Uint8Array(), random)
    try {
      const found = fault(bytes, random)
      if (found !== null) throw new Error(found)
    } catch (error) {
      console.log(`seed ${at}: ${error instanceof Error ? error.stack : error}`)
      process.exit(1)
    }
    count += 1
    if (count % CHECK_EVERY > 0) continue
    const { heapUsed, external } = process.memoryUsage()
    heaps.push(heapUsed + external)
    console.log(`${count} inputs, last seed ${at}, heap ${Math.round((heapUsed + external) / 1e6)} MB`)
    await turn() // gives Node time to print the output
    // Garbage that is not collected yet inflates single measurements, so compare the lowest of the last ten with the lowest of the first ten.
    if (heaps.length > 10 && Math.min(...heaps.slice(-10)) - Math.min(...heaps.slice(0, 10)) > GROWTH_LIMIT)
      throw new Error('the memory grows')
  }
  console.log(`${count} inputs, nothing found`)
}

if (isMainThread) {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } } })
  const beat = new SharedArrayBuffer(4)
  const job: Job = { seconds: Number(values.seconds), seed: Number(values.seed), beat }
  const worker = new Worker(new URL(import.meta.url), { workerData: job })
  let last = -1
  const watch = setInterval(() => {
    const [at = 0] = new Int32Array(beat)
    if (at === last) {
      console.log(`seed ${at}: no answer within ${HANG_SECONDS} seconds`)
      process.exit(1)
    }
    last = at
  }, HANG_SECONDS * 1000)
  worker.on('error', (error) => {
    console.log(error)
    process.exit(1)
  })
  worker.on('exit', (code) => {
    clearInterval(watch)
    process.exitCode = code
  })
} else await run(workerData as Job) // the main thread passes a `Job`
