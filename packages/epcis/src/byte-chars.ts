/** This module defines the bytes and byte classes that the reader looks for. Each class is a table with 256 entries. */
export const LINE_FEED = 0x0a
export const QUOTE = 0x22
export const NUMBER_SIGN = 0x23
export const AMPERSAND = 0x26
export const APOSTROPHE = 0x27
export const HYPHEN = 0x2d
export const SLASH = 0x2f
export const SEMICOLON = 0x3b
export const LESS_THAN = 0x3c
export const EQUALS = 0x3d
export const GREATER_THAN = 0x3e
export const QUESTION_MARK = 0x3f
export const BRACKET = 0x5d

const table = (has: (byte: number) => boolean): Uint8Array => Uint8Array.from({ length: 256 }, (_, byte) => (has(byte) ? 1 : 0))
const letters = (text: string): ReadonlySet<number> => new Set(Array.from(text, (letter) => letter.charCodeAt(0)))

const isControl = (byte: number): boolean => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d
const textEnds = letters('<&>\n')
const valueEnds = letters('<&"\'\n')
const nameStarts = letters('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:')
const digits = letters('0123456789-.')

/** 1 for bytes that interrupt a run of plain text: markup, `>`, line ends, characters that XML forbids and everything outside ASCII. */
export const endsText = table((byte) => textEnds.has(byte) || isControl(byte) || byte >= 0x80)
/**
 * Whether none of the four bytes of `word` interrupts a run of plain text. Each term of `found` sets the highest bit of all bytes of one kind: bytes
 * outside ASCII, bytes below a space, `&`, and `<` or `>`, which differ in one bit.
 */
export function isPlainWord(word: number): boolean {
  const and = word ^ 0x26262626
  const angle = (word | 0x02020202) ^ 0x3e3e3e3e
  const found = word | ((word - 0x20202020) & ~word) | ((and - 0x01010101) & ~and) | ((angle - 0x01010101) & ~angle)
  return (found & 0x80808080) === 0
}

/** Like {@link endsText}, but for attribute values: `>` is allowed. */
export const endsValue = table((byte) => valueEnds.has(byte) || isControl(byte) || byte >= 0x80)
/** 1 for control and non-ASCII bytes, which must be checked even in comments. */
export const isSuspicious = table((byte) => isControl(byte) || byte >= 0x80)
export const isNameStart = table((byte) => nameStarts.has(byte))
export const isNameByte = table((byte) => nameStarts.has(byte) || digits.has(byte))
export const isSpace = table((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)

/** Name characters outside ASCII that are one UTF-16 unit (XML 1.0, productions 4 and 4a). */
const WIDE_NAME_START =
  /^[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]$/
const WIDE_NAME_REST = /^(?:\u00b7|[\u0300-\u036f]|[\u203f-\u2040])$/

export function isWideNameStart(code: number): boolean {
  return code < 0x10000 && WIDE_NAME_START.test(String.fromCharCode(code))
}

export function isWideName(code: number): boolean {
  return isWideNameStart(code) || (code < 0x10000 && WIDE_NAME_REST.test(String.fromCharCode(code)))
}

/** Results of {@link sequenceLength} for bytes that are not a complete character. */
export const BROKEN = 0
export const UNFINISHED = -1

/**
 * Length of the UTF-8 sequence at a byte outside ASCII.
 *
 * @param end index after the last available byte.
 * @returns 2 to 4; {@link BROKEN} if it is not UTF-8, {@link UNFINISHED} if bytes are missing.
 * @see RFC 3629, section 4.
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0xc2 || lead > 0xf4) return BROKEN
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  if (at + 1 >= end) return UNFINISHED
  const second = bytes[at + 1] ?? 0
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
  if (second < low || second > high) return BROKEN
  for (let i = 2; i < length; i += 1) {
    if (at + i >= end) return UNFINISHED
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return BROKEN
  }
  return length
}

/** Returns the code point of a complete UTF-8 sequence. */
export function codeAt(bytes: Uint8Array, at: number, length: number): number {
  let code = (bytes[at] ?? 0) & (0xff >> (length + 1))
  for (let i = 1; i < length; i += 1) code = (code << 6) | ((bytes[at + i] ?? 0) & 0x3f)
  return code
}

/** Whether XML allows a character with this code point (production 2). */
function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The character that a reference (the text between & and ;) stands for; null if XML doesn't define it. */
export function referenced(reference: string): string | null {
  const [, hex, decimal] = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(reference) ?? []
  if (hex === undefined && decimal === undefined) return Object.hasOwn(named, reference) ? (named[reference] ?? null) : null
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return isXmlCharacter(code) ? String.fromCodePoint(code) : null
}
