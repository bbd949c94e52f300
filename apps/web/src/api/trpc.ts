import { createTRPCReact } from '@trpc/react-query'
import { keepLink } from '../offline/keep-link.ts'
import type { AppRouter } from './app-router.ts'
import { makeLinks } from './links.ts'

export type { Inputs, Outputs } from './app-router.ts'

export const trpc = createTRPCReact<AppRouter>()

export function makeTrpcClient() {
  return trpc.createClient({ links: [keepLink(), ...makeLinks()] })
}
