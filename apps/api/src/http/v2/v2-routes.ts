import type { AccessScope } from '@seriatim/schema'
import type { ProcedurePath } from '../rest/types.ts'

export interface V2Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path of the call, made of nouns in the plural. `:name` stands for the field of that name in the input of the procedure. */
  path: `/${string}`
  procedure: ProcedurePath
  /** The scope that an access token with limited scopes needs. */
  scope: AccessScope
  /** What the call does, for the documentation. */
  says: string
  /** `page`: a list, sent as `{"items":[…]}`; the `Link` header points to the next page. `file`: the bytes of a stored file. */
  reply?: 'page' | 'file'
  /** Status of success, by default 200. */
  status?: 200 | 201 | 202
  /** The body is a file of any type, which is stored before the procedure is called. */
  takes?: 'delivery'
  /**
   * For a call that creates a resource. `field` is the field of the answer that contains the id of the resource, which follows `path` in the header
   * `Location`. If the field is null, the call created nothing, and the status is 200.
   */
  makes?: { path: `/${string}/`; field: string }
}

/** The whole surface under `/api/v2`. Inputs, outputs, rights and errors come from the procedures; the description is built from the same table. */
export const v2Routes = [
  {
    method: 'GET',
    path: '/locations',
    procedure: 'location.readAllByUserid',
    scope: 'locations:read',
    reply: 'page',
    says: 'The locations that the caller may see, with their GLNs.',
  },
  {
    method: 'GET',
    path: '/orders',
    procedure: 'order.readManySearch',
    scope: 'orders:read',
    reply: 'page',
    says: 'Orders, newest first, with how much of each was received.',
  },
  {
    method: 'GET',
    path: '/orders/:documentId',
    procedure: 'order.readOneById',
    scope: 'orders:read',
    says: 'One order.',
  },
  {
    method: 'POST',
    path: '/intake',
    procedure: 'intake.createOne',
    scope: 'intake:deliver',
    status: 202,
    takes: 'delivery',
    makes: { path: '/intake/', field: 'id' },
    says: 'Delivers a file: EPCIS as XML, or EPCIS 2.0 as JSON; as is, compressed with gzip, or up to 100 files in a zip. The response comes after the file is stored; the same bytes get the same response. Any other file is kept for the pharmacy to look at.',
  },
  {
    method: 'GET',
    path: '/intake',
    procedure: 'intake.readMany',
    scope: 'intake:read',
    reply: 'page',
    says: 'Files received through any door, newest first, each with its result.',
  },
  {
    method: 'GET',
    path: '/intake/:deliveryId',
    procedure: 'intake.readOneReceipt',
    scope: 'intake:deliver',
    says: 'The result of a file that this token delivered.',
  },
  {
    method: 'POST',
    path: '/dispense-checks',
    procedure: 'dispense.createOne',
    scope: 'dispense-checks:write',
    says: 'Asks whether a package may be dispensed: by barcode, or by GTIN and serial number. The response lists every reason against it. No package is changed.',
  },
  {
    method: 'GET',
    path: '/verifications',
    procedure: 'verification.readMany',
    scope: 'verifications:read',
    reply: 'page',
    says: 'Questions to manufacturers about packages, newest first, each with its answer and its evidence.',
  },
  {
    method: 'POST',
    path: '/verifications',
    procedure: 'verification.createOne',
    scope: 'verifications:write',
    status: 201,
    makes: { path: '/verifications/', field: 'id' },
    says: 'Asks the manufacturer about a package: one on file by `medId`, or by GTIN, serial number, lot and expiry with the location that has it. The answer is `verified`, `notVerified`, or `unavailable`, which says nothing about the package. No package is changed. The question attests to the manufacturer that you have the package in your possession; a package that left in a shipment is refused.',
  },
  {
    method: 'GET',
    path: '/verifications/:verificationId',
    procedure: 'verification.readOne',
    scope: 'verifications:read',
    says: 'One verification question with its answer and evidence.',
  },
  {
    method: 'GET',
    path: '/webhooks',
    procedure: 'webhook.readMany',
    scope: 'webhooks:read',
    reply: 'page',
    says: 'Endpoints to which events are sent, each with its last attempt.',
  },
  {
    method: 'POST',
    path: '/webhooks',
    procedure: 'webhook.createOne',
    scope: 'webhooks:write',
    status: 201,
    says: 'Adds an endpoint to which events are sent. The response contains the secret that signs them, which no other call returns.',
  },
  {
    method: 'DELETE',
    path: '/webhooks/:webhookId',
    procedure: 'webhook.deleteOne',
    scope: 'webhooks:write',
    says: 'Deletes an endpoint. Nothing more is sent to it, not even events that are waiting.',
  },
  {
    method: 'GET',
    path: '/tracing-requests',
    procedure: 'tracing.readMany',
    scope: 'tracing-requests:read',
    reply: 'page',
    says: 'Tracing requests with their due times.',
  },
  {
    method: 'POST',
    path: '/tracing-requests',
    procedure: 'tracing.createOne',
    scope: 'tracing-requests:write',
    status: 201,
    makes: { path: '/tracing-requests/', field: 'id' },
    says: 'Records a tracing request. If the same request is already on file, the response is 200 with its id in `same`, and nothing is recorded.',
  },
  {
    method: 'GET',
    path: '/tracing-requests/:requestId',
    procedure: 'tracing.readOne',
    scope: 'tracing-requests:read',
    says: 'One tracing request with its answers, its history and the number of its items. A separate call returns the items.',
  },
  {
    method: 'GET',
    path: '/tracing-requests/:requestId/items',
    procedure: 'tracing.readManyItems',
    scope: 'tracing-requests:read',
    reply: 'page',
    says: 'The items of a tracing request in order, up to 200 on a page, each with what is on file about it now: its result, the missing data in words, and up to 20 of its packages. `amount` counts all of them; if `hasMore` is true, even more match.',
  },
  {
    method: 'GET',
    path: '/scorecards',
    procedure: 'scorecard.readMany',
    scope: 'scorecards:read',
    reply: 'page',
    says: 'The scorecards of all suppliers for a period, on one page. Each figure has its value, the amount counted, the total that it is counted from, and the number of orders behind it; the value is null if there are too few orders for a share.',
  },
  {
    method: 'GET',
    path: '/scorecards/:partnerId',
    procedure: 'scorecard.readOne',
    scope: 'scorecards:read',
    says: 'The scorecard of one supplier by month, with the median of all suppliers.',
  },
  {
    method: 'GET',
    path: '/shipments',
    procedure: 'shipment.readMany',
    scope: 'shipments:read',
    reply: 'page',
    says: 'Shipments that left or are being prepared, newest first.',
  },
  {
    method: 'POST',
    path: '/shipments',
    procedure: 'shipment.createOne',
    scope: 'shipments:write',
    status: 201,
    makes: { path: '/shipments/', field: 'id' },
    says: 'Starts a shipment: its purpose, who receives it, and where it goes. Nothing leaves your stock yet.',
  },
  {
    method: 'GET',
    path: '/shipments/:shipmentId',
    procedure: 'shipment.readOne',
    scope: 'shipments:read',
    says: 'One shipment with its parties, its documents and their delivery.',
  },
  {
    method: 'GET',
    path: '/shipments/:shipmentId/documents/:documentId',
    procedure: 'shipment.downloadOne',
    scope: 'shipments:read',
    reply: 'file',
    says: 'One document of a shipment, as it was sent: the letter, the EPCIS document, or the list of packages.',
  },
  {
    method: 'GET',
    path: '/shipments/:shipmentId/units',
    procedure: 'shipment.readManyUnits',
    scope: 'shipments:read',
    reply: 'page',
    says: 'What was scanned into a shipment, the newest scan first.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/units',
    procedure: 'shipment.createOneUnit',
    scope: 'shipments:write',
    says: 'Scans a package, or a case with all that it holds. If it may not leave, `unit` is null and `stops` has every reason; a program may repeat the call and accept the warnings in `accept`.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/acceptances',
    procedure: 'shipment.updateManyUnitsAccept',
    scope: 'shipments:write',
    says: 'Accepts warnings that arose after the scan. The refusal of `POST …/sendings` names them in `stopped`, each with `medId` and `stop.code`.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/sendings',
    procedure: 'shipment.updateOneSend',
    scope: 'shipments:write',
    says: 'Sends a shipment: its packages leave stock, and its documents are created within seconds. By default, the caller must administer the location. A kind of shipment that needs a second person’s approval is refused; a person requests it in the app.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/deliveries',
    procedure: 'shipment.createOneDelivery',
    scope: 'shipments:write',
    says: 'Sends the EPCIS document of a shipment, or the one that voids it, to the partner’s HTTPS or SFTP endpoint, for the first time or again. `deliveries` of the shipment has the result.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/voids',
    procedure: 'shipment.updateOneVoid',
    scope: 'shipments:write',
    says: 'Voids a shipment that was sent less than a day ago: its packages are in stock again, and a document that says so is created.',
  },
  {
    method: 'POST',
    path: '/shipments/:shipmentId/takebacks',
    procedure: 'shipment.updateOneBack',
    scope: 'shipments:write',
    says: 'Records packages that came back without a file, so that they are in stock again. With `all`, this records all packages that are still with the receiver; otherwise only the packages or cases listed in `codes`, one code on each line. If a code names no such package, the call is refused and nothing is recorded. Packages that come back with a file are received from that file instead.',
  },
] as const satisfies readonly V2Route[]
