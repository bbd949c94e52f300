import { afterEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../../ui/toast/toast.ts'
import { download, readFilename } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

describe('download', () => {
  test('prefers the encoded file name in the response header', () => {
    expect(readFilename('attachment; filename="northway_2026-09-16.xml"')).toBe('northway_2026-09-16.xml')
    expect(readFilename('attachment; filename="x.xml"; filename*=UTF-8\'\'caf%C3%A9.xml')).toBe('café.xml')
    expect(readFilename("attachment; filename=plain.csv; filename*=UTF-8''%E0%A4%A")).toBe('plain.csv')
    expect(readFilename(null)).toBeUndefined()
  })

  test('[FILE-006 ERR-010] shows the server’s message when a file cannot be downloaded', async () => {
    const body = '{"type":"ERROR","payload":{"msg":"That file was deleted.","class":"error"}}'
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 404 })))
    expect(await download('/api/v1/file/download/epcisdoc?documentId=1', 'epcis.xml')).toBe(false)
    expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'That file was deleted.' }])
  })

  test('[ERR-009] shows “An Unknown Error Occurred.” when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await download('/files/1', 'x')).toBe(false)
    expect(toast.get()).toMatchObject([{ kind: 'stop', message: 'An Unknown Error Occurred.' }])
  })
})
