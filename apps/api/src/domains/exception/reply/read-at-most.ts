/**
 * The bytes of a stream; undefined if there are more than `most`. Such a stream is read to its end, as SMTP requires before an answer, but nothing of it
 * stays in memory.
 */
export async function readAtMost(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) chunks.length = 0
    else chunks.push(chunk)
  }
  return size > most ? undefined : Buffer.concat(chunks)
}
