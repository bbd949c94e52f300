import type { ShipmentScanned } from '@seriatim/schema'
import { expect, test, vi } from 'vitest'
import { type QueueState, ScanQueue } from './scan-queue.ts'

const scanned = (label: string): ShipmentScanned => ({
  unit: null,
  stops: [],
  mayAccept: false,
  about: { label, productName: null, lotNumber: null, expirationDate: null },
  units: 0,
  meds: 0,
})

function makeQueue(send: (code: string) => Promise<ShipmentScanned>) {
  const states: QueueState[] = []
  const answers: string[] = []
  const queue = new ScanQueue({
    send: ({ code }) => send(code),
    sentenceOf: (error) => (error instanceof RangeError ? error.message : undefined),
    onChange: (state) => void states.push(state),
    onAnswer: ({ about }) => void answers.push(about.label),
    retryMs: 5,
  })
  return { queue, states, answers, last: () => states.at(-1) }
}

test('scans are sent one after the other, in order', async () => {
  const sent: string[] = []
  const { queue, answers } = makeQueue(async (code) => {
    sent.push(code)
    return scanned(code)
  })
  for (const code of ['A', 'B', 'C']) queue.scan(code)
  await vi.waitFor(() => expect(answers).toEqual(['A', 'B', 'C']))
  expect(sent).toEqual(['A', 'B', 'C'])
})

test('a scan to which no server responded is kept and sent again', async () => {
  let failures = 2
  const { queue, answers, states, last } = makeQueue(async (code) => {
    if (failures-- > 0) throw new Error('offline')
    return scanned(code)
  })
  queue.scan('A')
  queue.scan('B')
  await vi.waitFor(() => expect(answers).toEqual(['A', 'B']))
  expect(states.some(({ shown, waiting }) => shown?.kind === 'waiting' && waiting === 2)).toBe(true)
  expect(last()).toMatchObject({ waiting: 0 })
})

test('a scan that the server refused is shown with the server’s message and not sent again', async () => {
  const send = vi.fn(() => Promise.reject(new RangeError('This shipment was sent.')))
  const { queue, last } = makeQueue(send)
  queue.scan('A')
  await vi.waitFor(() => expect(last()?.shown).toEqual({ kind: 'refused', code: 'A', sentence: 'This shipment was sent.' }))
  expect(send).toHaveBeenCalledTimes(1)
})
