import { describe, expect, test } from 'vitest'
import { QueueFullError } from '../../src/outside/fair-queue.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const { arrive, record, read } = makeTracingKit(t, c)

const program = { from: 'robot@board.tst', headers: new Map([['auto-submitted', 'auto-replied']]) }
const bounce = { from: 'MAILER-DAEMON@board.tst', subject: 'Undelivered Mail Returned to Sender', text: 'Action: failed' }
const limitLines = async (requestId: number) =>
  (await read(requestId)).entries.filter(({ words }) => words.startsWith('Too many emails')).map(({ words }) => words)

describe('too many emails about tracing in an hour', () => {
  test('delay a new request, which the mail service sends again later, but no reply or bounce of an existing request is lost', async () => {
    const requestId = await record([{ serialNumber: 'A' }])
    for (let n = 0; n < 40; n += 1) await arrive({ text: `Lot ${n}, please.` })
    await expect(arrive({ text: 'Lot 4711, please.' })).rejects.toThrow(QueueFullError)
    expect(await arrive({ text: 'Here is the list.' }, requestId)).toBe('taken')
    expect(await arrive(bounce, requestId)).not.toBe('tooMany')
    t.clock.advance(2 * 3_600_000)
    expect(await arrive({ text: 'Lot 4711, please.' })).toBe('taken')
  })

  test('are dropped only for the flooded request, whose history shows one entry about people’s emails and one about programs’ emails; bounces are always kept', async () => {
    const [flooded, quiet] = [await record([{ serialNumber: 'A' }]), await record([{ serialNumber: 'B' }])]
    for (let n = 0; n < 22; n += 1) await arrive(program, flooded)
    expect(await arrive({ text: 'A person answers.' }, flooded)).toBe('taken')
    expect(await arrive(bounce, flooded)).not.toBe('tooMany')
    expect(await limitLines(flooded)).toEqual([
      'Too many emails from programs in one hour: an email from robot@board.tst was not kept. If you need it, ask the sender to send it again later',
    ])
    for (let n = 0; n < 21; n += 1) await arrive({ text: `Answer ${n}` }, flooded)
    expect(await limitLines(flooded)).toHaveLength(2)
    expect(await arrive({ text: 'Here is the list.' }, quiet)).toBe('taken')
    expect(await limitLines(quiet)).toEqual([])
  })
})
