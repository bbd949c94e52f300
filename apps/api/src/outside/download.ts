import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const BYTES_MAX = 2 * 1024 ** 3

/**
 * Streams a URL into a file.
 *
 * @returns the file's path.
 * @throws Error if the response is not a success or exceeds 2 GB.
 */
export async function downloadTo(url: string, path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal })
  if (!answer.ok || !answer.body) throw new Error(`${url} answered with status ${answer.status}.`)
  let bytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes > BYTES_MAX) throw new Error(`${url} returned more than 2 GB.`)
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path))
  return path
}
