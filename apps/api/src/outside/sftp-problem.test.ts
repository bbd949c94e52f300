import { expect, test } from 'vitest'
import { sftpProblem } from './sftp-problem.ts'

test('An SFTP failure is explained without details of the network', () => {
  expect(sftpProblem(new Error('read ECONNRESET 10.0.0.5'))).toBe('The connection to the server failed.')
  expect(sftpProblem('x')).toBe('The connection to the server failed.')
})
