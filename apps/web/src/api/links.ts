import { type HTTPBatchLinkOptions, httpBatchLink, httpLink, type Operation, splitLink, type TRPCLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from './app-router.ts'
import { browserZone, touchSession } from './session/session.ts'

const url = '/trpc'

function isBackground(op: Operation): boolean {
  return op.context.background === true
}

type Send = NonNullable<HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>

function send(mayTouch: boolean): Send {
  return async (input, init) => {
    // tRPC's type allows fields to be `undefined`, but the browser's type requires such fields to be absent.
    const answer = await fetch(input, { ...(init as RequestInit), credentials: 'same-origin' })
    if (mayTouch && answer.ok) touchSession()
    return answer
  }
}

const headers = () => ({ 'x-user-timezone': browserZone() })

/** Sends inputs as plain JSON, so that a request can't contain type annotations from which the server would build objects. Answers use superjson. */
const transformer = {
  input: {
    serialize: (value: unknown) => ({ json: value }),
    deserialize: (sent: { json?: unknown }) => sent.json,
  },
  output: superjson,
}
const common = { url, transformer }

/**
 * Three transports: sign-in calls go one by one; calls with `context: { background: true }` (polling, timed refetch) go in separate batches, marked
 * so that they don't count as activity; everything else goes in batches of at most ten.
 */
export function makeLinks(): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => op.path.startsWith('auth.'),
      true: httpLink({ ...common, headers, fetch: send(false) }),
      false: splitLink({
        condition: isBackground,
        true: httpBatchLink({ ...common, maxItems: 10, headers: () => ({ ...headers(), 'x-background': '1' }), fetch: send(false) }),
        false: httpBatchLink({ ...common, maxItems: 10, headers, fetch: send(true) }),
      }),
    }),
  ]
}
