import { startVerificationSimulator, type VerificationSimulator } from '@seriatim/simulator/verification'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestDb, TestUser } from '../harness.ts'

/** A GTIN with a valid check digit. */
export const GTIN = '00312345678906'

/** Runs the simulator for a file, without faults at the start of each test. */
export function useVerificationSimulator(t: TestDb): { current(): VerificationSimulator } {
  let simulator: VerificationSimulator | undefined
  beforeAll(async () => {
    simulator = await startVerificationSimulator()
    t.config.verificationSimulatorUrl = simulator.url
  })
  beforeEach(() => {
    Object.assign(simulator?.switches ?? {}, { delayMs: 0, isDown: false, callsUntilExpired: null })
  })
  afterAll(async () => {
    await simulator?.close()
  })
  return {
    current: () => {
      if (!simulator) throw new Error('The simulator has not started.')
      return simulator
    },
  }
}

/** Settings that a customer's admin would save. */
export const SETTINGS = {
  driver: 'simulator',
  baseUrl: null,
  requesterGln: null,
  contexts: { return: 'dscsaSaleableReturn', suspect: 'aSuspectContext', exception: null, status: null },
  credentialHeader: 'ATP-Authorization',
  credential: null,
  walletUrl: null,
  walletHolder: null,
  emailAddress: null,
  phoneNumber: null,
} as const

export const useSimulatorOf = (t: TestDb, admin: TestUser, changes: object = {}) =>
  t.as(admin).verification.updateOneSettings({ ...SETTINGS, ...changes })
