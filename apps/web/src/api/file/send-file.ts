import { PACKET_BYTES, toBase64 } from './packets.ts'

/** One packet of a file, as every API call that receives files expects it. `packet` contains the bytes in base64. */
interface Packet {
  id: string
  groupId: string
  filename: string
  contentType: string
  currentPacket: number
  totalPackets: number
  packet: string
}

/** Sends a file through an API call, packet by packet, and returns the last answer. Sending the same file again resumes the same upload. */
export async function sendFile<Answer>(file: File, send: (packet: Packet) => Promise<Answer>): Promise<Answer> {
  const totalPackets = Math.max(1, Math.ceil(file.size / PACKET_BYTES))
  const { name: filename, type, size, lastModified } = file
  const whole = { id: `${size}-${lastModified}-${filename}`.slice(0, 100), groupId: 'evidence', filename, contentType: type, totalPackets }
  const sendOne = async (currentPacket: number) => {
    const slice = file.slice((currentPacket - 1) * PACKET_BYTES, currentPacket * PACKET_BYTES)
    return send({ ...whole, currentPacket, packet: await toBase64(slice) })
  }
  for (let packet = 1; packet < totalPackets; packet += 1) await sendOne(packet)
  return sendOne(totalPackets)
}
