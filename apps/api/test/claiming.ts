import { appRouter } from '../src/router.ts'
import type { TestCustomer } from './make.ts'

/**
 * Adds fields for the customer, user and rights of `owner` to a call's input, because legacy programs send such fields and the API must ignore them
 * (decision 2). Does not add a field that the call itself declares as input.
 */
export function claiming(path: string, input: unknown, owner: TestCustomer): unknown {
  if (input !== undefined && (typeof input !== 'object' || input === null)) return input
  const inputs =
    (appRouter._def.procedures as unknown as Record<string, { _def: { inputs: { shape?: object }[] } }>)[path]?._def.inputs ?? [] // tRPC's type has no index signature
  const own = inputs.flatMap(({ shape }) => Object.keys(shape ?? {}))
  const claims = { customerId: owner.customerId, userId: owner.admin.userId, isAdmin: true, locationIds: [owner.main.id] }
  return { ...Object.fromEntries(Object.entries(claims).filter(([name]) => !own.includes(name))), ...input }
}
