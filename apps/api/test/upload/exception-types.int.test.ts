import { type ErrorType, errorTypes, type Finding } from '@seriatim/epcis'
import { beforeAll, describe, expect, test } from 'vitest'
import { breakages } from '../../../../packages/epcis/test/breakages.ts'
import { useTestDb } from '../fixtures.ts'
import { documentFor, importText, newCustomer, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

/**
 * Returns a function that breaks a document so that it has this error. It makes the first change that the tests of packages/epcis list for the error
 * type.
 */
const broken = (type: ErrorType) => (document: string) => breakages.find((breakage) => breakage.type === type)?.edit(document) ?? document

/** Replaces the shipping ObjectEvent with a TransactionEvent. Used for the error type that only transaction events can have. */
const asTransaction = (document: string) =>
  document.replace(/<ObjectEvent>(?=(?:(?!<ObjectEvent>).)*bizstep:shipping)(.*?)<\/ObjectEvent>/s, (_, inside: string) => {
    const [papers = ''] = /<bizTransactionList>.*<\/bizTransactionList>/s.exec(inside) ?? []
    const moved = inside.replace(papers, '').replace('</eventTimeZoneOffset>', () => `</eventTimeZoneOffset>${papers}`)
    return `<TransactionEvent>${moved.replace('OBSERVE', 'DELETE')}</TransactionEvent>`
  })
const shippedUncommissioned = (document: string) => {
  const [, bottle = ''] = /<epc>(urn:epc:id:sgtin:[^<]*)</.exec(document) ?? []
  return document
    .replace(`<epc>${bottle}</epc>`, '')
    .replace(/<\/epcList>(?=(?:(?!<\/epcList>).)*bizstep:shipping)/s, `<epc>${bottle}</epc></epcList>`)
}

const cases: readonly (readonly [title: string, type: ErrorType, edit?: (document: string) => string])[] = [
  ['[EPCIS-003] not readable', 'MalformedEpcisXmlError'],
  ['[EPCIS-004] no header', 'StandardBusinessDocumentHeaderError'],
  ['[EPCIS-005] header version', 'HeaderHeaderVersionError'],
  ['[EPCIS-006] receiver', 'HeaderReceiverSglnError'],
  ['[EPCIS-007] sender', 'HeaderSenderError'],
  ['[EPCIS-008] document identification', 'HeaderDocumentIdentificationError'],
  ['[EPCIS-009] type of document', 'HeaderDocumentIdentificationTypeError'],
  ['[EPCIS-010] creation time', 'HeaderDocumentIdentificationCreationDateAndTimeError'],
  ['[EPCIS-011] number of the document', 'HeaderDocumentIdentificationInstanceIdentifierError'],
  ['[EPCIS-012] location details', 'LocationVocabularyError'],
  ['[EPCIS-013] product details', 'MedVocabularyError'],
  ['[EPCIS-014] lot and expiry', 'EventMedsError'],
  ['[EPCIS-015] event list', 'EventListError'],
  ['[EPCIS-016] event time', 'EventListEventTimeError'],
  ['[EPCIS-017] time zone', 'EventListEventTimeZoneOffsetError'],
  ['[EPCIS-018] action', 'EventListActionError'],
  ['[EPCIS-019] business step', 'EventListBizStepError'],
  ['[EPCIS-020] disposition', 'EventListDispositionError'],
  ['[EPCIS-021] serial numbers', 'EventListEpcListError'],
  ['[EPCIS-022] read point', 'EventListReadPointError'],
  ['[EPCIS-023] business documents', 'EventListBizTransactionListError'],
  ['[EPCIS-024] extension', 'EventListExtensionError'],
  ['[EPCIS-025] source', 'EventListSourceListError'],
  ['[EPCIS-026] destination', 'EventListDestinationError'],
  ['[EPCIS-027] container', 'EventListParentIdError'],
  ['[EPCIS-028] kind of packing event', 'AggregationEventOneOfError'],
  ['[EPCIS-029] kind of transaction event', 'TransactionEventOneOfError', asTransaction],
  ['[EPCIS-030] kind of object event', 'ObjectEventOneOfError'],
  ['[EPCIS-031] location without a description', 'UnknownLocationError'],
  ['[EPCIS-032] product without a description', 'UnknownMedError'],
  ['[EPCIS-033] invalid read point', 'InvalidEventReadPointError'],
  ['[EPCIS-034] packed but never commissioned', 'UnknownAddEpcError'],
  ['[EPCIS-035] shipped but unknown', 'UnknownShippingEpcError'],
  ['[EPCIS-036] shipped but never commissioned', 'ShippedEpcAreParentOrDefinedError', shippedUncommissioned],
  ['[EPCIS-037] container never commissioned', 'UnknownParentEpcError'],
  ['[EPCIS-038] not shipped', 'AllMedsNotShippedError'],
]

interface Exception {
  ticket_number: string
  current_error_type: string
  sender: string | null
  recipient: string | null
  instance_identifier: string | null
  po_number: string | null
  created_at: Date
  findings: Finding[]
}

async function newestException(): Promise<Exception | undefined> {
  const query = 'select * from document_exception where customer_id = $1 order by id desc limit 1'
  const [row] = await t.query<Exception>(query, [customer.customerId])
  return row
}

describe('an uploaded document that breaks a rule', () => {
  test.each(cases.map(([title, type, edit]) => [title, type, edit ?? broken(type)] as const))(
    '%s: the exception has a finding of type %s',
    async (_title, type, edit) => {
      const document = documentFor(customer, { meds: 4, perCase: 2, casesPerPallet: 2, instanceIdentifier: `E-${type}`, serialSeed: type })
      const changed = edit(document)
      expect(changed).not.toBe(document)
      await importText(t, customer.admin, changed)
      const exception = await newestException()
      expect(exception?.findings.map((finding) => finding.type)).toContain(type)
      expect(errorTypes).toContain(exception?.current_error_type)
    },
  )

  test('[EPCIS-001 EPCIS-043] is recorded with every finding, its section and text, and the document’s parties and numbers', async () => {
    const document = documentFor(customer, { meds: 4, instanceIdentifier: 'E-43', serialSeed: 'e43', purchaseOrder: 'PO-43' })
    await importText(
      t,
      customer.admin,
      document.replace('bizstep:packing<', 'bizstep:paking<').replace('<sbdh:Type>Events', '<sbdh:Type>Order'),
    )
    const exception = await newestException()
    expect(exception).toMatchObject({
      current_error_type: 'EventListBizStepError',
      sender: 'Northway Wholesale',
      instance_identifier: 'E-43',
      po_number: 'PO-43',
      ticket_number: expect.stringMatching(/^[0-9]+$/),
      created_at: expect.any(Date),
    })
    expect(exception?.recipient).toBeTruthy()
    expect(exception?.findings).toMatchObject([
      {
        type: 'HeaderDocumentIdentificationTypeError',
        section: 'Header',
        message: 'The header gives the document type as Order instead of Events.',
      },
      { type: 'EventListBizStepError', section: 'Events', message: 'The business step of the event is not defined by the standard.' },
    ])
  })

  test('[EPCIS-044] still becomes an order if its meds can be read, but not if it is malformed or addressed to somebody else', async () => {
    const document = documentFor(customer, { meds: 4, instanceIdentifier: 'E-44', serialSeed: 'e44' })
    expect(await importText(t, customer.admin, document.replace('bizstep:packing<', 'bizstep:paking<'))).toMatchObject({
      status: 'imported',
    })
    expect(await importText(t, customer.admin, documentFor(customer, { serialSeed: 'e45' }).slice(0, 3000))).toMatchObject({
      status: 'exception',
      documentId: null,
    })
  })
})
