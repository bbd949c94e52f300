import { expect } from 'vitest'
import { createSaxReader, createValidator, type Options } from '../src/index.ts'
import { createFullReader, makeCountingReader, readBy } from './reading-ways.ts'

const encoder = new TextEncoder()

/**
 * Asserts that all readers yield the same result for a document: with and without the shortcut for repeated events, in one piece and in chunks of
 * each size, and the sax reader if both readers reach the end.
 * @returns the number of events that the shortcut handled.
 */
export function expectSame(file: string | Uint8Array, options: Options = {}, sizes: readonly number[] = [977]): number {
  const bytes = typeof file === 'string' ? encoder.encode(file) : file
  const full = readBy(bytes, bytes.length, { ...options, createReader: createFullReader })
  const { counted, createReader } = makeCountingReader()
  expect(readBy(bytes, bytes.length, { ...options, createReader })).toEqual(full)
  for (const size of sizes) expect(readBy(bytes, size, options), `chunks of ${size}`).toEqual(full)
  const silent = createValidator({}, options)
  silent.write(bytes)
  expect(silent.end()).toEqual(full.validation)
  const bySax = readBy(bytes, bytes.length, { ...options, createReader: createSaxReader })
  if (full.hierarchy !== null && bySax.hierarchy !== null) expect(bySax).toEqual(full)
  return counted.taken
}
