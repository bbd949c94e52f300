import { newShipmentPreference, ok, shipmentPartner, shipmentPartnerInput } from '@seriatim/schema'
import { mutation, query } from '../../../call/procedure.ts'
import { router } from '../../../call/trpc.ts'
import { readReceiver, savePreference } from './receiver.service.ts'

/** Served under `tradingPartner.…`. No paths of `/api/v1` are documented for it. */
export const shippingRouter = router({
  readOneReceiver: query('partner:read', 'row', shipmentPartnerInput, shipmentPartner, readReceiver),
  createOnePreference: mutation('partner:write', 'row', newShipmentPreference, ok, savePreference),
})
