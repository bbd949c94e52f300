import { beforeEach, describe, expect, test } from 'vitest'
import { traceAnswerFile } from '../../src/domains/tracing/answer/trace-answer.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { rowsOf } from '../inspection/read-pack.ts'
import { addOrder, newParty } from '../make.ts'
import { ownProducts } from '../recall/recalls.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // without a browser that prints PDFs, documents are stored as HTML, which a test can read
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

describe('the files of an answer', () => {
  test('describe each shipment of a lot with its own previous owner, transaction statement and receipt', async () => {
    const products = ownProducts().slice(0, 1)
    const lot = products[0]?.lot ?? ''
    const [north, quarry] = [newParty('Northway Wholesale'), newParty('Quarry Hill Supply')]
    const first = await addOrder(c, { products, meds: 2, sender: north, purchaseOrder: 'PO-NORTH' })
    await t.as(c.staff).order.updateReceiveAllByDocumentid({ documentId: first.id })
    const second = await addOrder(c, { products, meds: 1, sender: quarry, purchaseOrder: 'PO-QUARRY' })
    await t.query('update epcis_document set transaction_statement = false where id = $1', [second.id])
    const texts = await kit.textsOf(await kit.prepare(await kit.record([{ lotNumber: lot }])))
    const paper = texts.get('answer.html') ?? ''
    expect(paper).toContain('3 packages in 2 shipments.')
    const [, north1 = '', quarry1 = ''] = paper.split('<div class="shipment">')
    for (const words of [
      'Northway Wholesale',
      'PO PO-NORTH',
      'received with the whole order',
      ...first.serials,
      'affirmed the transaction statement',
    ])
      expect(north1, words).toContain(words)
    for (const words of ['Quarry Hill Supply', 'PO PO-QUARRY', 'not received, listed for Main', ...second.serials, 'did not affirm'])
      expect(quarry1, words).toContain(words)
    expect(north1).not.toContain('Quarry Hill Supply')
    expect(rowsOf(texts, 'answer.csv').map((row) => row['Previous owner'])).toEqual([
      'Northway Wholesale',
      'Northway Wholesale',
      'Quarry Hill Supply',
    ])
  })

  test('follow the documented format, and use the pharmacy’s name instead of “you”, because outsiders read them', async () => {
    await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
    const order = await addOrder(c)
    const other = await addOrder(c, { receiver: c.branch.party })
    const requestId = await kit.record(
      [order.serials[0], other.serials[0], 'NEVER-SEEN'].map((serialNumber) => ({ serialNumber: serialNumber ?? '' })),
    )
    expect((await kit.calls().readOneFound({ requestId })).searched).toMatch(/^your 1 location and/)
    const texts = await kit.textsOf(await kit.prepare(requestId))
    for (const name of ['answer.html', 'answer.csv', 'answer.json', 'manifest.json']) {
      const text = texts.get(name) ?? ''
      expect(text.replace(/<style>.*?<\/style>/s, ''), name).not.toMatch(/\byour?\b/i)
      expect(text, name).toContain(`On record at another location of ${c.name}, which this answer does not cover.`)
      expect(text, name).toContain(`Searched 1 location of ${c.name} and`)
    }
    expect(texts.get('answer.html')).not.toContain('Identity of the requester')
    const json: unknown = JSON.parse(texts.get('answer.json') ?? '{}')
    expect(traceAnswerFile.strict().parse(json)).toEqual(json)
  })
})
