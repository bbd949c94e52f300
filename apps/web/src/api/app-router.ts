import type { AppRouter } from '@seriatim/api/router'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

/** The web knows the server only by the types of its calls. */
export type { AppRouter }
export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
