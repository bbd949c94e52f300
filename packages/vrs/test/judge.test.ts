import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FAILURE_REASONS, judgeConnectivity, judgeVerify, UNAVAILABLE_CAUSES, type VrsReply } from '../src/index.ts'

const corrUuid = '1bfad4b7-bf04-43c7-a1e9-f635b310e756'
const answered = (body: unknown, status = 200): VrsReply => ({
  kind: 'answered',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const message = (data: object, more: object = {}) => ({
  verificationTimestamp: '2026-11-27T03:00:00Z',
  responderGLN: '0338300000001',
  data,
  corrUUID: corrUuid,
  ...more,
})
const judge = (data: object, more?: object) => judgeVerify(answered(message(data, more)), corrUuid)
const from = { responderGln: '0338300000001', verifiedAt: '2026-11-27T03:00:00Z' }

describe('an answer to a verify call', () => {
  test('counts as verified only if it has a boolean verdict and belongs to this question', () => {
    expect(judge({ verified: true })).toEqual({ answer: 'verified', additionalInfo: null, ...from })
    expect(judge({ verified: true }, { corrUUID: corrUuid.toUpperCase() })).toMatchObject({ answer: 'verified' })
  })

  test('keeps additional information that comes with a verified package', () => {
    expect(judge({ verified: true, additionalInfo: 'recalled' })).toMatchObject({ answer: 'verified', additionalInfo: 'Recalled' })
    expect(judge({ verified: true, additionalInfo: ['EXPIRED', 'Suspect'] })).toMatchObject({ additionalInfo: 'Expired, Suspect' })
  })

  test.each([
    [{ code: 'Recalled' }, '{"code":"Recalled"}'],
    [[{ code: 'Recalled' }], '{"code":"Recalled"}'],
    [[['Recalled']], '["Recalled"]'],
    [['expired', 4], 'Expired, 4'],
    [true, 'true'],
    [0, '0'],
    [{ text: 'x'.repeat(300) }, `{"text":"${'x'.repeat(191)}`],
  ])('keeps unknown additional information unchanged: %j', (additionalInfo, shown) => {
    expect(judge({ verified: true, additionalInfo })).toMatchObject({ answer: 'verified', additionalInfo: shown })
    expect(judge({ verified: false, additionalInfo })).toMatchObject({ answer: 'notVerified', additionalInfo: shown })
  })

  test.each([null, undefined, '', ' ', [], [''], [null]])('treats the additional information %j as absent', (additionalInfo) => {
    expect(judge({ verified: true, additionalInfo })).toMatchObject({ answer: 'verified', additionalInfo: null })
  })

  test.each([{ code: 'No_match_GTIN_Serial' }, 4, false, {}, [['x']]])(
    'is not a verdict if it says “verified” but gives the failure reason %j',
    (reason) => {
      expect(judge({ verified: true, verificationFailureReason: reason })).toEqual({ answer: 'unavailable', cause: 'no_verdict' })
      expect(judge({ verified: false, verificationFailureReason: reason })).toMatchObject({ answer: 'notVerified' })
    },
  )

  test.each([null, '', []])('counts as verified if its failure reason is empty: %j', (verificationFailureReason) => {
    expect(judge({ verified: true, verificationFailureReason })).toMatchObject({ answer: 'verified' })
  })

  test.each(Object.keys(FAILURE_REASONS))('ignores the letter case of the reason %s', (reason) => {
    expect(judge({ verified: false, verificationFailureReason: reason.toLowerCase() })).toMatchObject({ answer: 'notVerified', reason })
  })

  test('keeps a failure reason that the standard’s profile does not list', () => {
    expect(judge({ verified: false, verificationFailureReason: 'GTIN_not_registered' })).toMatchObject({ reason: 'GTIN_not_registered' })
    expect(judge({ verified: false })).toEqual({ answer: 'notVerified', reason: null, additionalInfo: null, ...from })
  })

  test('is stored without the characters that a database refuses, such as NUL, even if the JSON contains them as escapes', () => {
    const verdict = judge(
      { verified: false, verificationFailureReason: 'No\0match', additionalInfo: ['a\0', '\ud800'] },
      { responderGLN: '03\u0000', verificationTimestamp: '\udc00' },
    )
    expect(verdict).toEqual({
      answer: 'notVerified',
      reason: 'No\ufffdmatch',
      additionalInfo: 'a\ufffd, \ufffd',
      responderGln: '03\ufffd',
      verifiedAt: '\ufffd',
    })
  })

  test('is read even if it begins with a byte order mark', () => {
    const body = `\ufeff${JSON.stringify(message({ verified: true }))}`
    expect(judgeVerify(answered(body), corrUuid)).toMatchObject({ answer: 'verified' })
  })

  test('is not cut in the middle of a character', () => {
    expect(judge({ verified: false, verificationFailureReason: `${'a'.repeat(199)}\u{1F600}` })).toMatchObject({
      reason: `${'a'.repeat(199)}\ufffd`,
    })
  })

  test.each([
    [400, 'bad_request'],
    [401, 'requester_unknown'],
    [403, 'credential_refused'],
    [404, 'gtin_unknown'],
    [405, 'method_refused'],
    [408, 'responder_timeout'],
    [500, 'service_failed'],
    [502, 'responder_down'],
    [503, 'responder_down'],
    [504, 'responder_timeout'],
    [507, 'service_failed'],
    [302, 'other_status'],
    [204, 'other_status'],
  ])('with status %i counts as unavailable, whatever the body says', (status, cause) => {
    expect(judgeVerify(answered(message({ verified: false }), status), corrUuid)).toEqual({ answer: 'unavailable', cause })
  })

  test.each([
    ['<html>', 'not_json'],
    ['', 'not_json'],
    ['null', 'no_verdict'],
    ['[]', 'no_verdict'],
    [message({}), 'no_verdict'],
    [message({ verified: 'true' }), 'no_verdict'],
    [message({ verified: true, verificationFailureReason: 'No_match_GTIN_Serial' }), 'no_verdict'],
    [message({ verified: true }, { corrUUID: '00000000-0000-4000-8000-000000000000' }), 'other_question'],
    [message({ verified: false }, { corrUUID: undefined }), 'other_question'],
  ])('with status 200 and the body %j counts as unavailable', (body, cause) => {
    expect(judgeVerify(answered(body), corrUuid)).toEqual({ answer: 'unavailable', cause })
  })

  test('that never arrives counts as unavailable', () => {
    expect(judgeVerify({ kind: 'timeout' }, corrUuid)).toEqual({ answer: 'unavailable', cause: 'timeout' })
    expect(judgeVerify({ kind: 'failed' }, corrUuid)).toEqual({ answer: 'unavailable', cause: 'no_connection' })
  })

  test('never becomes a verdict unless the status is 200 and the verdict is a boolean', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.json(), (status, body) => {
        const verdict = judgeVerify(answered(body, status), corrUuid)
        expect(verdict.answer).toBe('unavailable')
      }),
    )
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (verified, verificationFailureReason, additionalInfo) => {
        const text = JSON.stringify(message({ verified, verificationFailureReason, additionalInfo }), (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        )
        const verdict = judgeVerify(answered(text), corrUuid)
        if (verified === false) expect(verdict.answer).toBe('notVerified')
        else if (verified !== true) expect(verdict.answer).toBe('unavailable')
        if (verdict.answer === 'unavailable') expect(UNAVAILABLE_CAUSES[verdict.cause]).toMatch(/\.$/)
      }),
    )
  })
})

test('checkConnectivity returns who responded, or why the service is unavailable', () => {
  expect(judgeConnectivity(answered({ responderGLN: '0338300000001' }))).toEqual({ ok: true, responderGln: '0338300000001' })
  expect(judgeConnectivity(answered({}, 404))).toEqual({ ok: false, cause: 'gtin_unknown' })
})
