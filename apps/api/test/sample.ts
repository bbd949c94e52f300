import type { inferRouterInputs } from '@trpc/server'
import type { ProcedurePath } from '../src/http/rest/types.ts'
import type { AppRouter } from '../src/router.ts'
import type { TestDb, TestUser } from './harness.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty, type TestCustomer, type TestOrder } from './make.ts'

/** What the samples of all domains are about: a customer with one order, in which everything is secret, and a stranger. */
export interface World {
  t: TestDb
  owner: TestCustomer
  stranger: TestCustomer
  order: TestOrder
  secret: { purchaseOrder: string; filename: string; sender: string }
  /** Of the order: a med, its product, a container and a receipt. */
  medId: number
  productId: number
  sscc: string
  receiptId: number
  /** Of the upload's bytes. */
  storedHash: string
  /** What nobody else may ever read. */
  marks: string[]
}

/**
 * How a procedure keeps customers and locations apart. `named`: the input names something, which for others does not exist. `list`: everybody
 * may ask, and others' answers hold nothing of ours. `own`: speaks of the caller's own session and takes nothing that could name another's.
 * `person`: names somebody, who does not exist for another customer; of the same customer others may see the name, or are told that they may not.
 */
interface SampleOf<Input> {
  kind: 'named' | 'list' | 'own' | 'person'
  /** Made once for each procedure; the same input goes to everybody. */
  input?: () => Input
  /** Every parameter that a REST call of it takes, where `input` leaves some out. */
  rest?: () => Input
  /** Who does it rightfully; the staff of the main location unless said otherwise. */
  by?: TestUser
  /** A right of the customer admin alone: everybody else of the customer is refused. */
  isAdminOnly?: boolean
  /** Runs with a visitor that is on its way in, not with a finished session. */
  call?: (path: ProcedurePath, input: unknown, user: TestUser) => Promise<unknown>
}
export type Sample = SampleOf<unknown>

type Inputs = inferRouterInputs<AppRouter>
/** One sample for each procedure of a domain, with the input that the router takes; without one it does not compile. */
export type SamplesOf<Domain extends keyof Inputs> = {
  [Name in keyof Inputs[Domain]]: SampleOf<Inputs[Domain][Name]> &
    (undefined extends Inputs[Domain][Name] ? unknown : { input: () => Inputs[Domain][Name] } | { call: SampleOf<unknown>['call'] })
}
export type Domain = keyof Inputs

/** Days around the clock of the tests, whatever it shows. */
export const days = { from: '2026-01-01', to: '2026-12-31' }

export async function makeWorld(t: TestDb): Promise<World> {
  const secret = { purchaseOrder: `SECRET-PO-${mark()}`, filename: `secret-${mark()}.xml`, sender: `Secret Wholesale ${mark()}` }
  const owner = await newCustomer(t, { name: `Secret Pharmacy ${mark()}` })
  const stranger = await newCustomer(t, { name: 'Stranger Pharmacy' })
  await addOrder(stranger)
  const text = documentFor(owner, { meds: 4, purchaseOrder: secret.purchaseOrder, sender: newParty(secret.sender) })
  const upload = await importText(t, owner.staff, text, { filename: secret.filename })
  const id = upload.documentId ?? 0
  const lines = await t.look<{ med: number; product: number; serial: string }>(
    `select d.med_id::int as med, d.epcis_med_vocabulary_id::int as product, m.serial_number as serial from document_med d join med m on m.id = d.med_id
     where d.document_id = $1 and not d.is_package order by d.line`,
    [id],
  )
  const [unit] = await t.look<{ sscc: string }>('select sscc from document_med where document_id = $1 and sscc is not null', [id])
  const [stored] = await t.look<{ sha256: string }>('select sha256 from upload where id = $1', [upload.id])
  const serials = lines.map((line) => line.serial)
  const receipt = await t.as(owner.staff).order.updateReceiveManyBySerialnumber({ documentId: id, serialNumber: serials[0] ?? '' })
  const sscc = unit?.sscc ?? ''
  return {
    t,
    owner,
    stranger,
    order: { id, uploadId: upload.id, upload, text, serials },
    secret,
    medId: lines[0]?.med ?? 0,
    productId: lines[0]?.product ?? 0,
    sscc,
    receiptId: receipt.receiptId ?? 0,
    storedHash: stored?.sha256 ?? '',
    marks: [...serials, ...Object.values(secret), sscc],
  }
}
