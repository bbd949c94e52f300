import { z } from 'zod'

/** A folder on somebody else's SFTP server. */
export const remoteFolder = z
  .string()
  .trim()
  .min(1, 'Enter a folder, such as /out.')
  .max(500)
  .regex(/^\P{Cc}*$/u, 'Enter a folder without control characters.')

/** Somebody else's SFTP server, and the user who signs in to it. */
export const sftpServer = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[?[0-9a-f:]+\]?)$/, 'Enter a host name, such as sftp.northway.example.'),
  port: z.int('Enter a port.').min(1, 'Enter a port from 1 to 65535.').max(65_535, 'Enter a port from 1 to 65535.'),
  userName: z.string().trim().min(1, 'Enter the user name.').max(200),
  folder: remoteFolder,
}

export const hostKeyFingerprint = z
  .string()
  .max(50)
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/)
