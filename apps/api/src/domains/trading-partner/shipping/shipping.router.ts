import {
  newPartnerEndpoint,
  newShipmentPreference,
  ok,
  partnerEndpointRef,
  partnerEndpointTest,
  partnerHostKey,
  shipmentPartner,
  shipmentPartnerInput,
} from '@seriatim/schema'
import { z } from 'zod'
import { longMutation, longQuery, mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { confirmEndpointKey, removeEndpoint, saveEndpoint, testEndpoint } from './endpoint.service.ts'
import { readReceiver, savePreference } from './receiver.service.ts'

/** Calls about shipping to a partner, merged into the router `tradingPartner`. They have no paths in `/api/v1`. */
export const shippingRouter = router({
  readOneReceiver: query('partner:read', 'row', shipmentPartnerInput, shipmentPartner, readReceiver),
  createOnePreference: mutation('partner:write', 'row', newShipmentPreference, ok, savePreference),
  createOneEndpoint: longMutation('shipment:send', 'row', newPartnerEndpoint, z.object({ id: z.int() }), saveEndpoint),
  deleteOneEndpoint: mutation('shipment:send', 'row', partnerEndpointRef, ok, removeEndpoint),
  updateOneEndpointKey: mutation('shipment:send', 'row', partnerHostKey, ok, confirmEndpointKey),
  readOneEndpointTest: longQuery('shipment:send', 'row', partnerEndpointRef, partnerEndpointTest, testEndpoint),
})
