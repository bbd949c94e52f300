import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const { arrive, calls } = makeTracingKit(t, c)
const arrived = async () => {
  const [one] = (await calls(c.admin).readMany({})).items
  return calls(c.admin).readOne({ requestId: one?.id ?? 0 })
}
const table = (...serials: string[]) => ['Serial number', ...serials].join('\n')

describe('an email to the tracing address with hostile attachments', () => {
  test('is recorded even if their names and contents have characters that the database cannot store', async () => {
    const request = { organization: 'Board\0 of Pharmacy', reference: '\ud800', note: 'a\0b', items: [{ serialNumbers: ['S\0One'] }] }
    const attachments: [string, string][] = [
      ['bad\0\u202egnp.csv', 'no table'],
      ['ask.json', JSON.stringify({ format: 'seriatim.trace.v1', request })],
      ['nul.csv', table('S\0Two')],
    ]
    expect(await arrive({ attachments })).toBe('taken')
    const recorded = await arrived()
    expect(recorded).toMatchObject({ organization: 'Board\uFFFD of Pharmacy', items: 2 })
    expect(recorded.entries.at(-1)?.text).toContain('badgnp.csv could not be read as a tracing request.')
  })

  test('adds items only from the attachments that are kept', async () => {
    await arrive({ attachments: Array.from({ length: 60 }, (_, n): [string, string] => [`${n}.csv`, table(`S${n}`)]) })
    expect(await arrived()).toMatchObject({ items: 50 })
  })

  test('adds items only from its first five megabytes of attachments, and the request lists the attachments that were left unread', async () => {
    const large = (serial: string) => `${table(serial)}\n${'\n'.repeat(2_000_000)}`
    await arrive({ attachments: ['A', 'B', 'C'].map((serial): [string, string] => [`${serial}.csv`, large(serial)]) })
    const recorded = await arrived()
    expect(recorded).toMatchObject({ items: 2 })
    expect(recorded.entries.at(-1)?.text).toContain('C.csv could not be read as a tracing request.')
  })

  test('has a note about its attachments, which is cut to a length that a person can read', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => `"${'1'.repeat(15)}${n}"`)
    const content = ['Serial number,GTIN', 'A,', ...lines.map((gtin) => `X,${gtin}`)].join('\n')
    await arrive({ attachments: Array.from({ length: 50 }, (_, n): [string, string] => [`${n}.csv`, content]) })
    expect((await arrived()).entries.at(-1)?.text?.length).toBe(40_000)
  })
})
