import { expect, test } from 'vitest'
import { createValidator } from '../src/index.ts'

test('an event of a million EPCs in JSON is read in a stream, and its units are counted', { timeout: 120_000 }, () => {
  const encoder = new TextEncoder()
  const validator = createValidator({}, { listsArePassing: true })
  validator.write(
    encoder.encode(
      '{"@context":[],"type":"EPCISDocument","schemaVersion":"2.0","epcisBody":{"eventList":[{"type":"ObjectEvent","epcList":["x"',
    ),
  )
  for (let thousand = 0; thousand < 1000; thousand += 1) {
    const epcs = Array.from({ length: 1000 }, (_, index) => `,"urn:epc:id:sgtin:038812.0320490.S${thousand * 1000 + index}"`)
    validator.write(encoder.encode(epcs.join('')))
  }
  validator.write(encoder.encode('],"action":"OBSERVE"}]}}'))
  const { verdict, meds, events } = validator.end()
  expect({ verdict, meds, events }).toEqual({ verdict: 'reject', meds: 1_000_000, events: 1 })
})
