import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { calls, form, input, send } = makeSteps(() => ({ t, customer, order }))
const toText = async (base64: string) => (await readPages(Buffer.from(base64, 'base64'))).join('\n')

describe('the preview', () => {
  test('[REST-035 INC-005 INC-010 INC-011 INC-013 INC-014] is a PDF of all 23 items, and stores nothing', async () => {
    const everything = form({
      primaryIngredients: 'Amoxicillin trihydrate',
      strength: '500 mg',
      quantity: '1 bottle of 100',
      expiration: '2027-11-30',
      bpdr: true,
      medWatch3500: true,
      far: true,
      medWatch3500a: true,
      other: true,
      otherSpecify: 'the board',
      companyName: 'Corner Pharmacy',
      addressLineOne: '412 Park Avenue',
      addressLineTwo: 'Suite 9',
      city: 'New York',
      state: 'NY',
      zip: '10022',
      country: 'US',
      uniqueFacilityIdentifier: '123456789',
      contactPhone: '(212) 555-0142',
    })
    const { bufferData, missing } = await calls().createOne({ locationId: customer.main.id, jsonData: everything })
    const text = await toText(bufferData)
    for (let item = 1; item <= 23; item += 1) expect(text).toMatch(new RegExp(`(^|\\s)${item}\\. `))
    for (const words of [
      'Initial notification',
      '11/01/2026 16:20',
      'Counterfeit',
      'Amoxicillin trihydrate',
      '11/30/2027',
      'BPDR; MedWatch 3500; FAR; MedWatch 3500A; Other: the board',
      'Amoxicillin 500 mg capsules',
      'Human use',
      'Finished prescription drug',
      '500 mg',
      'Tablet',
      '1 bottle of 100',
      '0399-9884-02',
      everything.serialNumber,
      'X8842D',
      'Corner Pharmacy',
      '412 Park Avenue',
      'Suite 9',
      'New York NY 10022',
      'Dispenser (pharmacy)',
      '123456789',
      'Dana Ruiz',
      '(212) 555-0142',
      'contact@mail.tst',
      'not an FDA system',
    ])
      expect(text).toContain(words)
    expect(missing).toEqual(['3 Date of initial notification'])
    const follow = { ...everything, reportType: 'FOLLOWUP' as const, incidentNumber: '2026-0042', initialNotificationDate: '2026-10-30' }
    const again = await toText((await calls().createOne({ locationId: customer.main.id, jsonData: follow })).bufferData)
    for (const words of ['Follow-up notification', '2026-0042', '10/30/2026']) expect(again).toContain(words)
    expect(await t.query('select from incident_report where customer_id = $1', [customer.customerId])).toEqual([])
    expect(Buffer.from(bufferData, 'base64').toString('latin1')).toContain('/StructTreeRoot')
  })

  test('[INC-013] shows each checked alternative mechanism in the PDF, and replaces all of them with None if None is checked', async () => {
    const words = {
      bpdr: 'BPDR',
      medWatch3500: 'MedWatch 3500',
      none: 'None',
      far: 'FAR',
      medWatch3500a: 'MedWatch 3500A',
      other: 'Other: the board',
    }
    const all = { bpdr: true, medWatch3500: true, far: true, medWatch3500a: true, other: true, otherSpecify: 'the board' }
    const read = async (flags: object) => {
      const { bufferData } = await calls().createOne({ locationId: customer.main.id, jsonData: form(flags) })
      return /alternative mechanism\s*([\s\S]*?)\s*(?:COMPANY OR FACILITY|Company or facility)/.exec(await toText(bufferData))?.[1]
    }
    for (const [flag, said] of Object.entries(words)) expect(await read({ [flag]: true, otherSpecify: 'the board' })).toBe(said)
    expect(await read({ ...all, none: true })).toBe('None')
  })

  test('[INC-012] has the notes of the event and of the termination, like the stored record', async () => {
    const { id } = await send()
    const notes = { eventNotes: 'The cap did not close.', terminationNotes: 'The maker confirmed the package.' }
    const last = { ...notes, reportType: 'TERMINATE', incidentNumber: '7' } as const
    const text = await toText((await calls().createOne(input(last, id))).bufferData)
    for (const words of Object.values(notes)) expect(text).toContain(words)
    const record = await calls().readOneById({ incidentId: (await send(last, id)).id })
    expect(record.form).toMatchObject(notes)
    const stored = await calls().downloadOneByPath({ filepath: record.filepath })
    for (const words of Object.values(notes)) expect(await toText(stored.base64)).toContain(words)
  })

  test('continues long text and long lists of serial numbers on additional pages, without cutting them', async () => {
    const notes = Array.from({ length: 120 }, (_, at) => `Line ${at} of what was found.`).join('\n')
    const serials = Array.from({ length: 300 }, (_, at) => `SERIAL${at}`).join(', ')
    const { bufferData } = await calls().createOne(input({ eventNotes: notes, serialNumber: serials }))
    const text = await toText(bufferData)
    expect(text).toContain('See the continuation of item 17')
    expect(text).toContain('Continuation of item 14')
    expect(text).toContain('SERIAL299')
    expect(text).toContain('Line 119 of what was found.')
  })

  test('names the invalid item and its field if the form cannot be sent', async () => {
    await expect(calls().createOne(input({ nameOfProduct: '' }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Enter the product name as on the label (item 6).',
      cause: { facts: { field: 'nameOfProduct' } },
    })
  })
})
