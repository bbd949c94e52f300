import { createTRPCReact } from '@trpc/react-query'
import { cacheLink } from '../offline/cache-link.ts'
import type { AppRouter } from './app-router.ts'
import { makeLinks } from './links.ts'

export type { Inputs, Outputs } from './app-router.ts'

export const trpc = createTRPCReact<AppRouter>()

export function makeTrpcClient() {
  return trpc.createClient({ links: [cacheLink(), ...makeLinks()] })
}
