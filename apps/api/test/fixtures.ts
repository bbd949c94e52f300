import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openTestDb, type TestDb, type TestDbOptions } from './harness.ts'
import { newCustomer, type TestCustomer } from './make.ts'

/**
 * A database for the calling test file, opened before its first test and closed after its last one and the file's own hooks. Call it at the top of
 * the file.
 */
export function useTestDb(options?: TestDbOptions): TestDb {
  const handle = {} as TestDb // `beforeAll` sets the properties before any test or hook of the file runs
  let opened: TestDb | undefined
  beforeAll(async () => {
    opened = await openTestDb(options)
    Object.assign(handle, opened)
  })
  afterAll(() => opened?.close())
  return handle
}

type Made = Parameters<typeof newCustomer>[1] & {
  /** Replaces how each customer is created. It gets the usual creation as `make`, and may for example run it with an earlier clock. */
  made?: (make: () => Promise<TestCustomer>) => Promise<TestCustomer>
}

/** Creates a new customer for each test of the file, before the file's own `beforeEach` runs. */
export function useCustomer(t: TestDb, { made = (make) => make(), ...options }: Made = {}): TestCustomer {
  const handle = {} as TestCustomer // `beforeEach` sets the properties before each test
  beforeEach(async () => {
    Object.assign(handle, await made(() => newCustomer(t, options)))
  })
  return handle
}
