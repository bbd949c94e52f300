import type { AppRouter } from './app-router.ts'
import { createTRPCReact } from '@trpc/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { keepLink } from '../offline/keep-link.ts'
import { makeLinks } from './links.ts'

export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>

export const trpc = createTRPCReact<AppRouter>()

export function makeTrpcClient() {
  return trpc.createClient({ links: [keepLink(), ...makeLinks()] })
}
