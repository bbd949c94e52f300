import { Readable } from 'node:stream'
import { makeDocument } from '@seriatim/epcis'
import type { Deps } from '../call/deps.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { registerFor } from '../domains/upload/upload.service.ts'
import { DEMO_SIGN_INS } from './demo.ts'

/**
 * The demo files with their defects: the first lacks a read point, the second lacks a dosage form, and the third lacks a dosage form and has a case
 * that was not shipped.
 */
const FILES = [
  { mark: 'DEMOA', purchaseOrder: '88207-02', faults: ['missingReadPoint'] },
  { mark: 'DEMOB', purchaseOrder: '88155-01', faults: ['missingDosageForm'] },
  { mark: 'DEMOC', purchaseOrder: '88176-01', faults: ['notShipped', 'missingDosageForm'] },
] as const

/** Creates some defective files from the demo customer's wholesaler at the first start; they are imported like any other file. */
export async function seedDemoExceptions({ system, db, storage, clock }: Pick<Deps, 'system' | 'db' | 'storage' | 'clock'>): Promise<void> {
  const now = clock.now()
  const login = await withSystem(system, (tx) =>
    tx.selectFrom('login').select(['customerId', 'userId']).where('emailAddress', '=', DEMO_SIGN_INS[0]).executeTakeFirst(),
  )
  if (!login) return
  const { customerId, userId } = login
  const scope = { customerId, userId, scope: 'all', locationIds: [] } as const
  const isNew = await withCustomer(
    db,
    scope,
    'read only',
    async (tx) => !(await tx.selectFrom('upload').select('id').limit(1).executeTakeFirst()),
  )
  if (!isNew) return
  for (const { mark, purchaseOrder, faults } of FILES) {
    const document = makeDocument({
      meds: 24,
      perCase: 12,
      casesPerPallet: 8,
      now,
      serialSeed: mark,
      instanceIdentifier: `NW-${mark}`,
      purchaseOrder,
      faults,
    })
    const stored = await storage.put(customerId, Readable.from([Buffer.from([...document].join(''))]))
    const file = { filename: `northway-${purchaseOrder}.xml`, contentType: 'application/xml', ...stored }
    await withCustomer(db, scope, 'read write', (tx) => registerFor(tx, { customerId, userId, now }, file))
  }
}
