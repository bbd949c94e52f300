import pLimit from 'p-limit'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { findNetwork } from '../../network.ts'
import { authErrors } from './auth.facts.ts'

/** Where sign-in work waits for its turn: hashing and its queries cost so much that many at once would make everybody else wait. */
export interface SignInGate {
  /**
   * Runs the work when it is its turn.
   *
   * @throws AppError sign_in_busy when too many wait already, of all or of this address's network. Nothing was tried then.
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

type GateLimits = Pick<Config, 'signInLanes' | 'signInsWaiting' | 'signInsOfNetwork'>

export function openSignInGate({ signInLanes, signInsWaiting, signInsOfNetwork }: GateLimits): SignInGate {
  const limit = pLimit(signInLanes)
  const taken = new Map<string, number>()
  return {
    async run(address, work) {
      const network = findNetwork(address)
      const mine = taken.get(network) ?? 0
      if (limit.pendingCount >= signInsWaiting || mine >= signInsOfNetwork) throw new AppError(authErrors.sign_in_busy)
      taken.set(network, mine + 1)
      try {
        return await limit(work)
      } finally {
        const left = (taken.get(network) ?? 1) - 1
        if (left) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}
