import type { inferRouterInputs } from '@trpc/server'
import type { ProcedurePath } from '../src/http/rest/types.ts'
import type { AppRouter } from '../src/router.ts'
import type { TestDb, TestUser } from './harness.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty, type TestCustomer, type TestOrder } from './make.ts'

/**
 * Data that the samples of all domains use: a customer with one order (`owner`), and another customer (`stranger`), who may not see the contents of
 * that order.
 */
export interface World {
  t: TestDb
  owner: TestCustomer
  stranger: TestCustomer
  order: TestOrder
  secret: { purchaseOrder: string; filename: string; sender: string }
  /** Ids from the order: a med, its product, a container and a receipt. */
  medId: number
  productId: number
  sscc: string
  receiptId: number
  /** Hash of the upload's bytes. */
  storedHash: string
  /** Texts from the owner's data. A test fails if one of them occurs in an answer to somebody who may not see that data. */
  marks: string[]
}

/**
 * How a procedure keeps customers and locations apart. "Others" are another customer and people at other locations. `named`: the input refers to
 * something that others cannot find. `list`: everybody may call it, and others get none of the owner's data. `own`: it concerns the caller's own
 * session, and no input can refer to another session. `person`: the input refers to a person. Another customer cannot find this person; other users
 * of the same customer may see the person's name, or learn that they lack the right.
 */
interface SampleOf<Input> {
  kind: 'named' | 'list' | 'own' | 'person'
  /** Creates the input; called once per procedure, so that all callers send the same input. */
  input?: () => Input
  /** The input with every parameter that the procedure's REST call accepts; needed if `input` omits some. */
  rest?: () => Input
  /** The rightful caller; default: the staff of the main location. */
  by?: TestUser
  /** Whether the right belongs to the customer admin alone, so that everybody else at the customer is refused. */
  isAdminOnly?: boolean
  /** Replaces the usual way to make the call, for example to call as a visitor who is still signing in. */
  call?: (path: ProcedurePath, input: unknown, user: TestUser) => Promise<unknown>
}
export type Sample = SampleOf<unknown>

type Inputs = inferRouterInputs<AppRouter>
/** One sample per procedure of a domain, with the input type that the router gives the procedure. A missing sample fails to compile. */
export type SamplesOf<Domain extends keyof Inputs> = {
  [Name in keyof Inputs[Domain]]: SampleOf<Inputs[Domain][Name]> &
    (undefined extends Inputs[Domain][Name] ? unknown : { input: () => Inputs[Domain][Name] } | { call: SampleOf<unknown>['call'] })
}
export type Domain = keyof Inputs

/** A period that contains the time of the tests' clock. */
export const days = { from: '2026-01-01', to: '2026-12-31' }

export async function makeWorld(t: TestDb): Promise<World> {
  const secret = { purchaseOrder: `SECRET-PO-${mark()}`, filename: `secret-${mark()}.xml`, sender: `Secret Wholesale ${mark()}` }
  const owner = await newCustomer(t, { name: `Secret Pharmacy ${mark()}` })
  const stranger = await newCustomer(t, { name: 'Stranger Pharmacy' })
  await addOrder(stranger)
  const text = documentFor(owner, { meds: 4, purchaseOrder: secret.purchaseOrder, sender: newParty(secret.sender) })
  const upload = await importText(t, owner.staff, text, { filename: secret.filename })
  const id = upload.documentId ?? 0
  const lines = await t.query<{ med: number; product: number; serial: string }>(
    `select d.med_id::int as med, d.epcis_med_vocabulary_id::int as product, m.serial_number as serial from document_med d join med m on m.id = d.med_id
     where d.document_id = $1 and not d.is_package order by d.line`,
    [id],
  )
  const [unit] = await t.query<{ sscc: string }>('select sscc from document_med where document_id = $1 and sscc is not null', [id])
  const [stored] = await t.query<{ sha256: string }>('select sha256 from upload where id = $1', [upload.id])
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
