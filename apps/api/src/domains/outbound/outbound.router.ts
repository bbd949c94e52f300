import {
  newShipment,
  ok,
  recalledReceivers,
  recallInput,
  recallNotice,
  shipment,
  shipmentChoices,
  shipmentDetails,
  shipmentDocumentRef,
  shipmentFile,
  shipmentLimits,
  shipmentList,
  shipmentMail,
  shipmentRef,
  shipmentScan,
  shipmentScanned,
  shipmentSearch,
  shipmentSend,
  shipmentSendingRef,
  shipmentSettle,
  shipmentUnitPage,
  shipmentUnitRef,
  shipmentUnitSearch,
  shipmentVoid,
} from '@seriatim/schema'
import { z } from 'zod'
import { mutation, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { deliverShipment } from './deliver/deliver.service.ts'
import { changeShipment, createShipment, discardShipment, readShipmentChoices } from './draft/draft.service.ts'
import { readRecalledReceivers, sendRecallNotice } from './notice/notice.service.ts'
import { downloadDocument, listShipmentUnits, readLimits, readShipment, searchShipments } from './read/read.service.ts'
import { removeUnit, scanUnit } from './scan/scan.service.ts'
import { mailShipment, resendShipmentMail } from './send/mail.service.ts'
import { remakePapers, sendShipment, settleShipment, voidShipment } from './send/send.service.ts'

/** Shipments that leave, and their documents. No paths of `/api/v1` are documented for them. */
export const outboundRouter = router({
  readMany: query('shipment:read', 'scope', shipmentSearch, shipmentList, searchShipments),
  readOne: query('shipment:read', 'row', shipmentRef, shipment, readShipment),
  readManyUnits: query('shipment:read', 'row', shipmentUnitSearch, shipmentUnitPage, listShipmentUnits),
  readOneLimits: query('shipment:read', 'scope', null, shipmentLimits, readLimits),
  readOneChoices: query('shipment:write', 'scope', null, shipmentChoices, readShipmentChoices),
  createOne: mutation('shipment:write', 'input', newShipment, z.object({ id: z.int() }), createShipment),
  createOneUnit: mutation('shipment:write', 'row', shipmentScan, shipmentScanned, scanUnit),
  deleteOneUnit: mutation('shipment:write', 'row', shipmentUnitRef, ok, removeUnit),
  updateOne: mutation('shipment:write', 'row', shipmentDetails, ok, changeShipment),
  updateOneSettle: mutation('shipment:send', 'row', shipmentSettle, ok, settleShipment),
  updateOneDiscard: mutation('shipment:write', 'row', shipmentRef, ok, discardShipment),
  updateOneSend: mutation('shipment:send', 'row', shipmentSend, ok, sendShipment),
  updateOnePapers: mutation('shipment:send', 'row', shipmentRef, ok, remakePapers),
  updateOneVoid: mutation('shipment:send', 'row', shipmentVoid, ok, voidShipment),
  createOneMail: mutation('shipment:send', 'row', shipmentMail, ok, (tx, session, input, ctx) => mailShipment(tx, session, ctx, input)),
  readManyRecalled: query('shipment:read', 'scope', recallInput, recalledReceivers, readRecalledReceivers),
  createOneRecallNotice: mutation('shipment:send', 'row', recallNotice, ok, sendRecallNotice),
  createOneDelivery: mutation('shipment:send', 'row', shipmentRef, ok, deliverShipment),
  updateOneMail: mutation('shipment:send', 'row', shipmentSendingRef, ok, resendShipmentMail),
  downloadOne: query('shipment:read', { location: 'row', audit: 'read' }, shipmentDocumentRef, shipmentFile, downloadDocument),
})
