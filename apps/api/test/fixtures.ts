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

type Made = Parameters<typeof newCustomer>[1] & {
  /** Calls what makes the customer, as at another time. */
  made?: (make: () => Promise<TestCustomer>) => Promise<TestCustomer>
}

/** A new customer for each test of the file, made before what its own `beforeEach` does. */
export function useCustomer(t: TestDb, { made = (make) => make(), ...options }: Made = {}): TestCustomer {
  const handle = {} as TestCustomer // complete before anything that runs in a test
  beforeEach(async () => {
    Object.assign(handle, await made(() => newCustomer(t, options)))
  })
  return handle
}
