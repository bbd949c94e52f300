import { ForbiddenTargetError, RequestTimeoutError } from './guarded-request.ts'
import { HostKeyError, SignInRefusedError } from './sftp-folder.ts'

/** Why an SFTP server could not be used, in a sentence for the person who entered its address. */
export function sftpProblem(error: unknown): string {
  if (error instanceof HostKeyError)
    return `The server presented a host key that differs from the confirmed one: ${error.fingerprint}. Ask the partner whether the key has changed.`
  if (error instanceof SignInRefusedError) return 'The server rejected the user name, password or key.'
  if (error instanceof ForbiddenTargetError) return error.message
  if (error instanceof RequestTimeoutError) return 'The server did not answer in time.'
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' }
  if (code === 'ECONNREFUSED') return 'The server refused the connection. Check the host and the port.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host was not found.'
  if (/no such file|does not exist/i.test(message)) return 'The folder does not exist on the server.'
  if (/permission denied/i.test(message)) return 'The server does not allow this user to use the folder.'
  return 'The connection to the server failed.'
}
