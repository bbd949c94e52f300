import {
  csvFile,
  dispensedYear,
  newShipment,
  ok,
  recalledReceivers,
  recallInput,
  recallNotice,
  shipment,
  shipmentAccept,
  shipmentBack,
  shipmentChoices,
  shipmentDetails,
  shipmentDocumentRef,
  shipmentExport,
  shipmentFile,
  shipmentLimits,
  shipmentLinkRef,
  shipmentList,
  shipmentMail,
  shipmentRef,
  shipmentRule,
  shipmentRules,
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
import { approveShipment, askApproval, refuseShipment, withdrawRequest } from './approve/approve.service.ts'
import { takeBack } from './back/back.service.ts'
import { deliverShipment } from './deliver/deliver.service.ts'
import { changeShipment, createShipment, discardShipment, readShipmentChoices } from './draft/draft.service.ts'
import { readRecalledReceivers, sendRecallNotice } from './notice/notice.service.ts'
import { enterDispensed, readLimits } from './read/limits.service.ts'
import { writeShipmentsCsv } from './read/list-csv.service.ts'
import { downloadDocument, listShipmentUnits, readShipment, searchShipments } from './read/read.service.ts'
import { changeRule, readRules } from './rule/rule.service.ts'
import { removeUnit, scanUnit } from './scan/scan.service.ts'
import { acceptWarnings } from './send/accept.service.ts'
import { endShipmentLink } from './send/link.service.ts'
import { mailShipment, resendShipmentMail } from './send/mail.service.ts'
import { remakePapers, sendShipment, settleShipment, voidShipment } from './send/send.service.ts'

/** Shipments that leave, and their documents. No paths of `/api/v1` are documented for them. */
export const outboundRouter = router({
  readMany: query('shipment:read', 'scope', shipmentSearch, shipmentList, searchShipments),
  readOne: query('shipment:read', 'row', shipmentRef, shipment, readShipment),
  readManyCsv: query('shipment:read', { location: 'scope', audit: 'read' }, shipmentExport, csvFile, writeShipmentsCsv),
  readManyUnits: query('shipment:read', 'row', shipmentUnitSearch, shipmentUnitPage, listShipmentUnits),
  readOneLimits: query('shipment:read', 'scope', null, shipmentLimits, readLimits),
  readOneChoices: query('shipment:write', 'scope', null, shipmentChoices, readShipmentChoices),
  createOne: mutation('shipment:write', 'input', newShipment, z.object({ id: z.int() }), createShipment),
  createOneUnit: mutation('shipment:write', 'row', shipmentScan, shipmentScanned, scanUnit),
  deleteOneUnit: mutation('shipment:write', 'row', shipmentUnitRef, ok, removeUnit),
  updateOne: mutation('shipment:write', 'row', shipmentDetails, ok, changeShipment),
  updateManyUnitsAccept: mutation('shipment:write', 'row', shipmentAccept, ok, acceptWarnings),
  updateOneSettle: mutation('shipment:send', 'row', shipmentSettle, ok, settleShipment),
  updateOneDiscard: mutation('shipment:write', 'row', shipmentRef, ok, discardShipment),
  updateOneSend: mutation('shipment:write', 'row', shipmentSend, ok, sendShipment),
  updateOneAsk: mutation('shipment:write', 'row', shipmentSend, ok, askApproval),
  updateOneWithdraw: mutation('shipment:write', 'row', shipmentRef, ok, withdrawRequest),
  updateOneApprove: mutation('shipment:send', 'row', shipmentRef, ok, approveShipment),
  updateOneRefuse: mutation('shipment:send', 'row', shipmentVoid, ok, refuseShipment),
  createOneYear: mutation('shipment:send', 'input', dispensedYear, ok, enterDispensed),
  readManyRules: query('shipment:read', 'none', null, shipmentRules, readRules),
  updateOneRule: mutation('customer:write', 'none', shipmentRule, ok, changeRule),
  updateOnePapers: mutation('shipment:send', 'row', shipmentRef, ok, remakePapers),
  updateOneBack: mutation('shipment:send', 'row', shipmentBack, ok, takeBack),
  updateOneVoid: mutation('shipment:send', 'row', shipmentVoid, ok, voidShipment),
  createOneMail: mutation('shipment:send', 'row', shipmentMail, ok, (tx, session, input, ctx) => mailShipment(tx, session, ctx, input)),
  readManyRecalled: query('shipment:read', 'scope', recallInput, recalledReceivers, readRecalledReceivers),
  createOneRecallNotice: mutation('shipment:send', 'row', recallNotice, ok, sendRecallNotice),
  createOneDelivery: mutation('shipment:send', 'row', shipmentRef, ok, deliverShipment),
  deleteOneLink: mutation('shipment:send', 'row', shipmentLinkRef, ok, endShipmentLink),
  updateOneMail: mutation('shipment:send', 'row', shipmentSendingRef, ok, resendShipmentMail),
  downloadOne: query('shipment:read', { location: 'row', audit: 'read' }, shipmentDocumentRef, shipmentFile, downloadDocument),
})
