import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Legal limits written as literal words. Sentences must take them from `packages/schema/src/legal-rules.ts` instead. */
const LEGAL = /\b(?:(?:six|6) years|24 hours|(?:two|2) business days)\b/i

/** Phrases in which "24 hours" is one of our own limits, not a legal one. */
const OWN = [
  'Answered within 24 hours', // our target for a tracing request
  'Our target, 24 hours',
  'Our own target is 24 hours',
  'The last 24 hours', // the span of a replay
  'pedigrees in 24 hours', // our limits on sent emails
  'recipients in 24 hours',
  'in the last 24 hours. Use a new key', // our time limit for repeating a call with the same Idempotency-Key
  'the work is done once within 24 hours',
  'within 24 hours the same key and body',
]

/** Finds lines outside of comments that contain a legal limit as a literal. */
function findLiterals(source: string): string[] {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => OWN.reduce((rest, own) => rest.replaceAll(own, ''), line.replace(/(^|\s)\/\/.*$/, '')))
    .filter((line) => LEGAL.test(line))
    .map((line) => line.trim())
}

test('no text on screen or from the server contains a legal limit as a literal', () => {
  const files = globSync('apps/{web,api}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.flatMap((file) => findLiterals(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`))).toEqual([])
})

test.each([
  "text: 'It is kept unchanged for six years.'",
  '          product is reported on Form 3911 within 24 hours.',
  "'2 business days'",
])('the search for legal limits written as literals finds %s', (source) => expect(findLiterals(source)).toEqual([source.trim()]))
