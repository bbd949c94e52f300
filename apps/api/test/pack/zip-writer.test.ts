import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ZipWriter } from '../../src/pack/zip-writer.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seriatim-zip-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the flag `--expose-gc` makes V8 define `gc`

/** Adds a part, and keeps only a weak reference to its content. */
async function addLarge(zip: ZipWriter, name: string, how: 'streamed' | 'stored'): Promise<WeakRef<Buffer>> {
  const content = Buffer.alloc(1_000_000, name)
  if (how === 'stored') await zip.addStored(name, content)
  else
    await zip.add(
      name,
      (async function* () {
        yield content
      })(),
    )
  return new WeakRef(content)
}

test.each(['streamed', 'stored'] as const)(
  'a zip file that is being written keeps no content of finished parts in memory (%s)',
  async (how) => {
    const zip = new ZipWriter(join(folder, 'a.zip'), new Date())
    const contents: WeakRef<Buffer>[] = []
    for (const name of ['one', 'two', 'three', 'four']) contents.push(await addLarge(zip, name, how))
    await expect
      .poll(() => {
        collectGarbage()
        // The last content may still be in a buffer of the file stream.
        return contents.slice(0, 3).filter((content) => content.deref() !== undefined).length
      })
      .toBe(0)
    await zip.close()
  },
)
