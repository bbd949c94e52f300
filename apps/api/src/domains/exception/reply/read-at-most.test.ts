import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readAtMost } from './read-at-most.ts'

const MEGABYTE = 1_000_000
let sent = 0
async function* send(chunks: number): AsyncGenerator<Uint8Array> {
  for (sent = 0; sent < chunks; sent += 1) yield new Uint8Array(MEGABYTE)
}
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag above defines it

test('a stream within the limit is returned', async () => {
  expect(await readAtMost(send(3), 3 * MEGABYTE)).toHaveLength(3 * MEGABYTE)
})

test('a stream beyond the limit is read to its end without being kept in memory', async () => {
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  async function* watched() {
    for await (const chunk of send(400)) {
      if (sent % 100 === 99) {
        collectGarbage()
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
      yield chunk
    }
  }
  expect(await readAtMost(watched(), 10 * MEGABYTE)).toBeUndefined()
  expect(sent).toBe(400)
  expect(most).toBeLessThan(50 * MEGABYTE)
})
