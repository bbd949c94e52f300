/**
 * Reads a stream; returns undefined if it has more than `most` bytes. Even then the stream is read to its end, because SMTP requires that before an
 * answer, but none of it stays in memory.
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
