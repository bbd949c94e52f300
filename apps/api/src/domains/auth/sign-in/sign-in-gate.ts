import pLimit from 'p-limit'
import type { SignInGate } from '../../../call/deps.ts'
import type { Config } from '../../../core/config.ts'
import { AppError } from '../../../core/errors.ts'
import { networkOf } from '../../../core/network.ts'
import { authErrors } from '../auth.facts.ts'

type GateLimits = Pick<Config, 'signInLanes' | 'signInsWaiting' | 'signInsOfNetwork'>

export function openSignInGate({ signInLanes, signInsWaiting, signInsOfNetwork }: GateLimits): SignInGate {
  const limit = pLimit(signInLanes)
  const taken = new Map<string, number>()
  return {
    async run(address, work) {
      const network = networkOf(address)
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
