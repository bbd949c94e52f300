import type { AppRouter } from '@seriatim/api/router'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

/** The web imports only the types of the server's calls. */
export type { AppRouter }
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
