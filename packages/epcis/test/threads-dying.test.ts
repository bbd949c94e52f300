import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Validation, validateEpcis } from '../src/index.ts'
import { validateInPieces } from '../src/threads.ts'
import { smallDocument } from './helpers.ts'

const folder = mkdtempSync(join(tmpdir(), 'epcis-dying-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

const document = smallDocument({ meds: 3_000, perCase: 10, casesPerPallet: 10 })
const path = join(folder, 'document.xml')
writeFileSync(path, document)
let whole: Validation | undefined

type Listener = (told: unknown) => void
type Way = (worker: Worker, event: string, listener: Listener) => Listener

const ended = new WeakSet<Worker>()
/** Ends it; what it told before and is still on its way is heard. */
function end(worker: Worker): void {
  if (ended.has(worker)) return
  ended.add(worker)
  void worker.terminate()
}

const ways: Record<string, Way> = {
  'before it does anything': (worker, event, listener) => {
    if (event === 'message') end(worker)
    return listener
  },
  'after its first piece': (worker, event, listener) => (told) => {
    if (event === 'message') end(worker)
    listener(told)
  },
  'of too little memory': (worker, event, listener) => (told) => {
    if (event !== 'message') return listener(told)
    worker.emit('error', Object.assign(new Error('Worker terminated due to reaching memory limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))
    end(worker)
  },
  'as if all were well, with a piece that it took': (worker, event, listener) => (told) => {
    if (event === 'message') end(worker)
    else listener(event === 'exit' ? 0 : told)
  },
}

/** So slowly that the others begin before this thread has read everything. */
const pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)

const cases = Object.entries(ways).flatMap(([how, way]) => [
  { who: 'one of three threads', how, way, dying: 1 },
  { who: 'each of three threads', how, way, dying: 3 },
])

test.each(cases)('$who that dies $how: the document is read to its end all the same', { timeout: 30_000 }, async ({ way, dying }) => {
  const workers: Worker[] = []
  const listen = Worker.prototype.on
  vi.spyOn(Worker.prototype, 'on').mockImplementation(function (this: Worker, event: string, listener: Listener) {
    if (!workers.includes(this)) workers.push(this)
    return listen.call(this, event, workers.indexOf(this) < dying ? way(this, event, listener) : listener)
  } as never)
  const found = await validateInPieces(path, { threads: 4, leastBytes: 0, leastBytesForThreads: 0, pieceBytes: 20_000, onProgress: pause })
  whole ??= validateEpcis(new TextEncoder().encode(document))
  expect(found).toEqual(whole)
  expect(workers).toHaveLength(3)
})
