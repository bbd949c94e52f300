import { beforeAll, expect, test } from 'vitest'
import { StorageUnavailableError, UnavailableError } from '../../src/core/unavailable.ts'
import { DatabaseUnavailableError } from '../../src/db/connection/lost-connection.ts'
import { forEachCustomer } from '../../src/jobs/customers.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer } from '../make.ts'

const t = useTestDb()
let ids: number[]
beforeAll(async () => {
  ids = [(await newCustomer(t)).customerId, (await newCustomer(t)).customerId]
})

const runWith = async (failures: Record<number, Error>) => {
  const done: number[] = []
  const failure = await forEachCustomer(t.deps, async (_, customerId) => {
    const thrown = failures[customerId]
    if (thrown) throw thrown
    done.push(customerId)
  }).catch((error: unknown) => error)
  return { done, failure }
}

test('a failure of a job’s work for one customer does not use up an attempt if a dependency was unavailable, but does in every other case', async () => {
  const [first = 0, second = 0] = ids
  const busy = new DatabaseUnavailableError(new Error('No connection became free in time.'), true)
  const unavailable = await runWith({ [first]: busy })
  expect(unavailable.done).toEqual([second])
  expect(unavailable.failure).toBeInstanceOf(UnavailableError)
  const both = await runWith({ [first]: busy, [second]: new Error('a mistake') })
  expect(both.failure).toBeInstanceOf(AggregateError)
  expect(both.failure).not.toBeInstanceOf(UnavailableError)
  expect((await runWith({})).failure).toBeUndefined()
})

test('if the database was unavailable for one customer and storage denied access for another, the run for all customers fails with the storage error', async () => {
  const [first = 0, second = 0] = ids
  const busy = new DatabaseUnavailableError(new Error('No connection became free in time.'), true)
  const refusal = new StorageUnavailableError(new Error('403'), { isFull: false, isRefused: true })
  const { failure } = await runWith({ [first]: busy, [second]: refusal })
  expect(failure).toBeInstanceOf(StorageUnavailableError)
  expect(failure).toMatchObject({ isRefused: true, cause: { errors: [busy, refusal] } })
  expect((await runWith({ [first]: refusal, [second]: new Error('a mistake') })).failure).toBeInstanceOf(AggregateError)
})
