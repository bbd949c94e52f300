import { z } from 'zod'
import { shipmentPurpose } from './shipment-purpose.ts'

/** The choices for who may send shipments of one purpose, with their labels. */
export const SHIPMENT_SENDERS = {
  anyone: 'Everybody at the location',
  administrator: 'Location admins',
  customerAdmin: 'The admin of the organization',
} as const
export const shipmentSender = z.enum(['anyone', 'administrator', 'customerAdmin'])
export type ShipmentSender = z.infer<typeof shipmentSender>

/** Who may send shipments of a purpose, and whether a shipment needs approval first. By default, location admins send without approval. */
export const shipmentRule = z.object({ purpose: shipmentPurpose, sender: shipmentSender, needsApproval: z.boolean() })
export type ShipmentRule = z.infer<typeof shipmentRule>

export const shipmentRules = z.object({ rules: z.array(shipmentRule), mayConfigure: z.boolean() })
export type ShipmentRules = z.infer<typeof shipmentRules>
