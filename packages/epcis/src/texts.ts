import { hashStart, hashStep } from './columns.ts'
import { decodeText } from './reader.ts'

const SLOTS = 1 << 11
const LONGEST = 64

/** Interns short recurring texts, so that each string is created once. */
export class Texts {
  private readonly known = new Array<string>(SLOTS).fill('')

  decode(bytes: Uint8Array, from: number, to: number): string {
    const length = to - from
    if (length > LONGEST) return decodeText(bytes, from, to)
    let hash = hashStart
    for (let i = from; i < to; i += 1) hash = hashStep(hash, bytes[i] ?? 0)
    const slot = hash & (SLOTS - 1)
    const text = this.known[slot] ?? ''
    if (text.length === length) {
      let same = 0
      while (same < length && text.charCodeAt(same) === bytes[from + same]) same += 1
      // The bytes equal the cached text character by character. A text is cached only if it has as many UTF-16 units as it had bytes, so it has no
      // characters from 128 to 255. The bytes are therefore ASCII and decode to exactly this text.
      if (same === length) return text
    }
    const fresh = decodeText(bytes, from, to)
    if (fresh.length === length) this.known[slot] = fresh
    return fresh
  }
}
