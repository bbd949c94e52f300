import { Sha256 } from './sha256.js'

export const utf8 = new TextEncoder()
export const text = (/** @type {Uint8Array} */ bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
export const hex = (/** @type {Uint8Array} */ bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const same = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ b) =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
export const sha256 = (/** @type {Uint8Array[]} */ ...parts) => parts.reduce((hash, part) => hash.update(part), new Sha256()).digest()

/** An error whose message tells the reader what is wrong with the pack. */
export class Refused extends Error {}
/** @param {unknown} value @param {string} sentence @returns {asserts value} */
export function expect(value, sentence) {
  if (!value) throw new Refused(sentence)
}

/** Joins parts into one array. @param {Uint8Array[]} parts */
export function join(parts) {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
