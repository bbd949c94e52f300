import fc from 'fast-check'
import superjson from 'superjson'
import { describe, expect, test } from 'vitest'
import { transformer } from './wire.ts'

const { serialize } = transformer.output
const cross = (value: unknown) => superjson.deserialize(JSON.parse(JSON.stringify(serialize(value))))

/** Typical answers: mostly plain values, occasionally something that JSON doesn't support. */
const answer = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, undefined, true, false, 0, -0, Number.NaN, Number.POSITIVE_INFINITY),
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z.]{1,6}$/), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any

describe('the wire format of an answer', () => {
  test('round-trips any value', () => {
    fc.assert(
      fc.property(answer, (value) => {
        expect(cross(value)).toStrictEqual(value)
      }),
    )
  })

  test('is plain JSON if JSON can represent the whole value', () => {
    const value = { items: [{ id: 1, name: 'Northway', at: null, isOpen: true }], nextCursor: null }
    expect(serialize(value)).toEqual({ json: value })
    expect(serialize({ ...value, more: undefined })).toMatchObject({ meta: expect.anything() })
  })
})
