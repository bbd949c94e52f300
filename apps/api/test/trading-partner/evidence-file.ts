import { mark } from '../make.ts'

/** Makes a small file of a single packet, as a browser sends it. */
export const aPacket = (text = `%PDF-1.7 ${mark()}`, filename = 'license.pdf') => ({
  id: mark(),
  groupId: mark(),
  filename,
  contentType: 'application/pdf',
  currentPacket: 1,
  totalPackets: 1,
  packet: Buffer.from(text).toString('base64'),
  fileCount: 1,
})
