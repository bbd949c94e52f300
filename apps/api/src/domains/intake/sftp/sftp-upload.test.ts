import { describe, expect, test } from 'vitest'
import { SftpUpload, WriteOrderError } from './sftp-upload.ts'

/** An upload into memory. */
function makeUpload() {
  const kept: Uint8Array[] = []
  const upload = new SftpUpload(async (bytes) => {
    for await (const chunk of bytes) kept.push(chunk)
    return { filename: 'x', contentType: 'x', sha256: 'x', size: Buffer.concat(kept).length, seal: 'x', takenFor: 'xml' }
  })
  return { upload, text: () => Buffer.concat(kept).toString() }
}

describe('a file that a client uploads over SFTP', () => {
  test('is stored with its bytes in the right order even if its writes arrive out of order', async () => {
    const { upload, text } = makeUpload()
    await upload.write(2, Buffer.from('cd'))
    await upload.write(4, Buffer.from('ef'))
    await upload.write(0, Buffer.from('ab'))
    expect([(await upload.finish()).size, text()]).toEqual([6, 'abcdef'])
  })

  test('cannot fill the memory with single bytes that arrive out of order', async () => {
    const { upload } = makeUpload()
    const writes = Array.from({ length: 20_000 }, (_, index) => upload.write(2 + index * 2, Buffer.from('x')))
    const results = await Promise.allSettled(writes)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(17_000)
    await expect(upload.finish()).rejects.toBeInstanceOf(WriteOrderError)
  })

  test('accepts no write after it is closed', async () => {
    const { upload, text } = makeUpload()
    const writes = [upload.write(0, Buffer.from('ab'))]
    const finished = upload.finish()
    await expect(upload.write(2, Buffer.from('cd'))).rejects.toThrow('closed')
    await Promise.all(writes)
    expect([(await finished).size, text()]).toEqual([2, 'ab'])
  })
})
