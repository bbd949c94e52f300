/** One bit for each GS1 character set. */
export const NUMERIC = 1
export const SET_82 = 2
export const SET_39 = 4
export const SET_64 = 8
const HEX = 16

/** Indexed by character code (below 256): the bits of all sets that contain the character. */
export const classes = new Uint8Array(256)

function put(chars: string, set: number): void {
  for (const char of chars) classes[char.charCodeAt(0)] = (classes[char.charCodeAt(0)] ?? 0) | set
}

const DIGITS = '0123456789'
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALLS = 'abcdefghijklmnopqrstuvwxyz'
/** The characters of GS1 character set 82. The index of a character is its weight in the calculation of check characters. */
export const set82 = `!"%&'()*+,-./${DIGITS}:;<=>?${CAPITALS}_${SMALLS}`
put(DIGITS, NUMERIC)
put(set82, SET_82)
put(`#-/${DIGITS}${CAPITALS}`, SET_39)
put(`-_${DIGITS}${CAPITALS}${SMALLS}`, SET_64)
put(`${DIGITS}ABCDEFabcdef`, HEX)

/** First position in [from, to) whose character is not in the set, or -1. */
export function firstOutside(text: string, set: number, from = 0, to = text.length): number {
  for (let i = from; i < to; i += 1) {
    if (((classes[text.charCodeAt(i)] ?? 0) & set) === 0) return i
  }
  return -1
}

/** Whether text consists of one or more ASCII digits. */
export function isDigits(text: string): boolean {
  return text.length > 0 && firstOutside(text, NUMERIC) < 0
}

/**
 * Position of the first character outside GS1's character set 82, or -1 if there is none.
 *
 * @see GS1 General Specifications, section 7.11, figure "GS1 AI encodable character set 82".
 */
export function firstOutsideSet82(text: string): number {
  return firstOutside(text, SET_82)
}

/** Whether there are two hexadecimal digits at `at`. */
export function isHexPair(text: string, at: number): boolean {
  return at + 2 <= text.length && firstOutside(text, HEX, at, at + 2) < 0
}
