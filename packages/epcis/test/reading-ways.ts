import { createValidator, createXmlReader, type EpcisEvent, type Options, type XmlHandler } from '../src/index.ts'
import { TAKEN } from '../src/reader.ts'

/** Creates our XML reader without the `taker` that skips repeated events, so that it reports every event. */
export const createFullReader = ({ taker: _, ...handler }: XmlHandler) => createXmlReader(handler)

/** Makes a factory of our XML reader that counts the repeated events that the reader skips. */
export function makeCountingReader() {
  const counted = { taken: 0 }
  const createReader = (handler: XmlHandler) => {
    const { taker } = handler
    if (taker === undefined) return createXmlReader(handler)
    const take: typeof taker.take = (...given) => {
      const answer = taker.take(...given)
      if (answer === TAKEN) counted.taken += 1
      return answer
    }
    return createXmlReader({ ...handler, taker: { ...taker, take } })
  }
  return { counted, createReader }
}

/** Validates a document in chunks of `size` bytes, and returns everything that the validator finds. */
export function readBy(bytes: Uint8Array, size: number, options: Options = {}) {
  const events: EpcisEvent[] = []
  const validator = createValidator({ event: (event) => events.push(event) }, { withHierarchy: true, ...options })
  for (let at = 0; at < bytes.length; at += size) validator.write(bytes.subarray(at, at + size))
  const validation = validator.end()
  // Events store their EPCs in different ways, depending on how they were read, so only the EPCs themselves are compared.
  const reported = events.map(({ epcs, ...facts }) => ({ ...facts, epcs, texts: null, epcList: null }))
  return { validation, reported, hierarchy: validator.hierarchy(), mentions: validator.mentions }
}
