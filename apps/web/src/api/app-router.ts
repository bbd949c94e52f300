// TODO(#1): goes away with the `paths` line of tsconfig.json as soon as @seriatim/api/router exists.
import {
  changedPassword,
  credentials,
  customerLocation,
  emailInput,
  finderHits,
  finderInput,
  ok,
  orderPage,
  orderSearch,
  orderTotals,
  passwordChange,
  pendingSession,
  sessionData,
  totpInput,
} from '@seriatim/schema'
import { initTRPC } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'

const t = initTRPC.create({
  transformer: superjson,
  errorFormatter: ({ shape }) => ({ ...shape, data: { ...shape.data, key: undefined as string | undefined } }),
})

const never = (): never => {
  throw new Error('A type, not a server.')
}
const { procedure: p } = t

const router = t.router({
  auth: t.router({
    createOneToken: p.input(credentials).output(pendingSession).mutation(never),
    updateOneTotp: p.input(totpInput).output(sessionData).mutation(never),
    updateOneResendtotp: p.output(ok).mutation(never),
    updateOneToken: p.output(sessionData).mutation(never),
    createOneTemporarypassword: p.input(emailInput).output(ok).mutation(never),
    deleteOneToken: p.output(ok).mutation(never),
    deleteAllTokens: p.output(ok).mutation(never),
  }),
  settings: t.router({ updateChangepassword: p.input(passwordChange).output(changedPassword).mutation(never) }),
  location: t.router({ readAllByUserid: p.output(z.array(customerLocation)).query(never) }),
  finder: t.router({ readManyByText: p.input(finderInput).output(finderHits).query(never) }),
  order: t.router({
    readManySearch: p.input(orderSearch).output(orderPage).query(never),
    readTotals: p.input(orderSearch).output(orderTotals).query(never),
  }),
})

export type AppRouter = typeof router
