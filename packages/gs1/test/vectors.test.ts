import { describe, expect, test } from 'vitest'
import { type DecodeOptions, decode, encode, lint } from '../src/index.ts'
import { collected } from './collected.ts'

interface Judged {
  readonly valid: boolean
  readonly expected_fnc1_caret?: string | null
  readonly expected_data_str?: string | null
}
interface Vectors {
  readonly bracketed_parse: readonly (Judged & { readonly input: string })[]
  readonly unbracketed_process: readonly (Judged & { readonly input_fnc1_caret: string })[]
  readonly linter_error_by_ai: readonly (Judged & { readonly input: string })[]
  readonly ai_associations: readonly (Judged & { readonly input: string })[]
  readonly scan_data: readonly (Judged & { readonly scan: string })[]
  readonly digital_link: readonly (Judged & { readonly uri: string })[]
  readonly dictionary_linters: readonly {
    readonly linter: string
    readonly value: string
    readonly valid: boolean
    readonly error: string | null
    readonly error_markup: string | null
  }[]
}

const vectors = collected('gs1-syntax-engine-vectors.json') as Vectors | null // the collected file has these fields
/** The parser tests of GS1's syntax engine check one string at a time, so a missing companion of an element is no error. */
const parser: DecodeOptions = { currentYear: 2026, companions: 'warn' }
const whole: DecodeOptions = { currentYear: 2026 }

/** Links that the GS1 engine's tests parse without its option for old spellings; its tests parse all other links with that option. */
const exactLinks = new Set(['https://a/01/2112345678900'])
/**
 * Vectors that test a plug-in of the GS1 engine: a register of company prefixes. For these vectors, the engine's own tests use a register that
 * refuses every prefix. Neither the engine nor this package contains a register, so they are skipped here.
 */
const needRegister = new Set(['gcppos1 1234567', 'gcppos2 I1234567'])

function agree(text: string, options: DecodeOptions, { valid, expected_fnc1_caret: expected }: Judged) {
  const result = decode(text, options)
  expect(result.ok ? 'read' : result.error.message, text).toEqual(valid ? 'read' : expect.not.stringMatching(/^read$/))
  if (!result.ok || typeof expected !== 'string') return
  expect(encode(result.value.elements, { form: 'caret', companions: 'warn' })).toEqual({ ok: true, value: expected })
}

describe.skipIf(vectors === null)('our decoder and the vectors of GS1’s syntax engine', () => {
  test('[SCAN-005] [SCAN-006] [SCAN-007] [SCAN-008] agree on printed forms', () => {
    for (const vector of vectors?.bracketed_parse ?? []) agree(vector.input, parser, vector)
  })

  test('[SCAN-005] [SCAN-006] [SCAN-007] [SCAN-008] agree on element strings', () => {
    for (const vector of vectors?.unbracketed_process ?? []) {
      const written = vector.valid ? vector.input_fnc1_caret.replace(/^(\^01\d{14}|\^800302\d{12})\^(?!10)/, '$1') : null
      agree(vector.input_fnc1_caret, parser, { valid: vector.valid, expected_fnc1_caret: written })
    }
  })

  test('[SCAN-005] agree on which single values break the rules of their application identifier', () => {
    for (const vector of vectors?.linter_error_by_ai ?? []) agree(vector.input, parser, vector)
  })

  test('agree on which application identifiers may repeat, exclude each other or require each other', () => {
    for (const vector of vectors?.ai_associations ?? []) agree(vector.input, whole, vector)
  })

  test('[SCAN-003] agree on scanner output', () => {
    for (const vector of vectors?.scan_data ?? []) {
      const data = vector.expected_data_str ?? null
      agree(vector.scan, parser, { valid: vector.valid, expected_fnc1_caret: data?.startsWith('^') ? data : null })
      const result = decode(vector.scan, parser)
      if (result.ok && result.value.text !== undefined) expect(data?.replace(/^\\(?=\\*\^)/, '')).toBe(result.value.text)
      else if (result.ok && !data?.startsWith('^') && !data?.includes(':')) expect(result.value.gtin14).toBe(data?.padStart(14, '0'))
    }
  })

  test('agree on which Digital Links are valid', () => {
    for (const vector of vectors?.digital_link ?? []) {
      agree(vector.uri, exactLinks.has(vector.uri) ? { ...parser, exactLinks: true } : parser, vector)
    }
  })

  test('agree on whether a value is faulty, and on the error’s name and place, for each check in the dictionary of the syntax engine', () => {
    for (const { linter, value, error, error_markup: markup } of vectors?.dictionary_linters ?? []) {
      if (needRegister.has(`${linter} ${value}`)) continue
      const found = lint(linter, value)
      expect(found?.code ?? null, `${linter} ${value}`).toBe(error)
      if (found === null || markup === null) continue
      const end = found.at + found.length
      expect(`${value.slice(0, found.at)}*${value.slice(found.at, end)}*${value.slice(end)}`, linter).toBe(markup)
    }
  })
})
