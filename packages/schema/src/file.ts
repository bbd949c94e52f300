import { z } from 'zod'

/** Maximum number of base64 characters in `packet`, the contents of one packet of an upload. Field names are those of P1 §3. */
export const PACKET_CHARACTERS = 900_000
export const packet = z.object({
  id: z.union([z.string().min(1).max(100), z.int()]),
  filename: z.string().min(1).max(500),
  contentType: z.string().max(200).default('application/octet-stream'),
  currentPacket: z.int().min(1),
  totalPackets: z.int().min(1).max(2000),
  packet: z.string().max(PACKET_CHARACTERS),
  groupId: z.union([z.string().min(1).max(100), z.int()]),
  fileCount: z.int().min(1).max(20).default(1),
})
export type Packet = z.output<typeof packet>

/** Answer to a packet while other packets are missing. */
export const packetTaken = z.object({ received: z.int(), totalPackets: z.int(), isPartial: z.literal(true) })

/**
 * Proof that the caller uploaded a file. The server issues a seal only to the request that brought the bytes, so nobody can use a file just by
 * knowing its hash.
 */
export const seal = z.string().max(100)
