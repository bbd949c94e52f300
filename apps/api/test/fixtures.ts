import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestDb, type TestDb, type TestDbOptions } from './harness.ts'
import { newCustomer, type TestCustomer } from './make.ts'

/** A database for the file that calls it, at its top: opened before its first test, closed after its last one and after the file's own hooks. */
export function useTestDb(options?: TestDbOptions): TestDb {
  const handle = {} as TestDb // complete before anything that runs in a test or a hook of the file
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await openTestDb(options)
    Object.assign(handle, opened)
  })
  afterAll(() => opened?.close())
  return handle
}

/** A new customer for each test of the file, made before what its own `beforeEach` does. */
export function useCustomer(t: TestDb, options?: Parameters<typeof newCustomer>[1]): TestCustomer {
  const handle = {} as TestCustomer // complete before anything that runs in a test
  beforeEach(async () => {
    Object.assign(handle, await newCustomer(t, options))
  })
  return handle
}
