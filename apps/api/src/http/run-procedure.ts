import { type AnyRouter, callTRPCProcedure } from '@trpc/server'
import type { z } from 'zod'
import type { Context } from '../call/context.ts'
import { appRouter } from '../router.ts'

interface Procedure {
  type: 'query' | 'mutation'
  input: z.ZodType | undefined
}

/** Kind and input schema of a procedure, by dotted name. */
export function findProcedure(path: string, router: AnyRouter = appRouter): Procedure {
  const procedures = router._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation'; inputs: z.ZodType[] } }> // tRPC keeps no type for this record
  const found = procedures[path]
  if (!found) throw new Error(`There is no procedure ${path}.`)
  return { type: found._def.type, input: found._def.inputs[0] }
}

/** Calls a procedure in the same way as tRPC does for the browser, so that a call through an adapter behaves no differently. */
export function runProcedure(ctx: Context, path: string, input: unknown, router: AnyRouter = appRouter): Promise<unknown> {
  const { type } = findProcedure(path, router)
  return callTRPCProcedure({ router, path, type, ctx, getRawInput: async () => input, signal: ctx.request.signal, batchIndex: 0 })
}
