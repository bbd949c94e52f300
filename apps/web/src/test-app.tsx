import { MantineProvider } from '@mantine/core'
import { FIRST_STEPS } from '@seriatim/schema'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { splitLink, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { type ReactNode, useState } from 'react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import type { AppRouter } from './api/app-router.ts'
import { makeLinks } from './api/links.ts'
import { makeQueryClient } from './api/query-client.ts'
import { saveSession } from './api/session/session.ts'
import { trpc } from './api/trpc.ts'
import { PageOutlet, useMatch } from './shell/route/page-outlet.tsx'
import { useListSetting } from './shell/use-list-setting.ts'
import { cssVariables, theme } from './theme.ts'
import { guardNavigation } from './ui/form/use-leave-guard.tsx'
import { ListPreferencesProvider } from './ui/table/list-preferences.ts'
import { Toaster } from './ui/toast/toaster.tsx'

/** A call that reached the fake server. */
export interface Call {
  path: string
  input: unknown
  background: boolean
  /** Aborted if the page canceled the call. */
  signal: AbortSignal | null
}

type Answer = (input: never) => unknown

/** An error from the server's catalog. */
export function refusal(key: string, message: string, httpStatus = 400, facts: object = {}): Error {
  return TRPCClientError.from({ error: { message, code: -32000, data: { key, httpStatus, facts } } } as never)
}

/** Server answers that every page needs. A test adds the answers that only its page needs. */
const usual: Record<string, Answer> = {
  'documentException.readCount': () => ({ count: 0 }),
  'subscription.readStanding': () => ({ isActive: true, graceUntil: null }),
  'tradingPartner.readOneByDocumentid': ({ documentId }: { documentId: number }) => ({
    documentId,
    partner: { id: 1, name: 'Northway Wholesale', isActive: true },
    authorization: { status: 'authorized', until: null, since: null, daysLeft: null, state: null, locations: [] },
    sender: { name: 'Northway Wholesale', gln: null },
    mustAsk: false,
    isUnasked: false,
    decided: null,
  }),
  'order.updatePresence': () => ({ others: [] }),
  'settings.readListSetting': () => ({ hiddenColumns: [], views: [] }),
  'recall.readStanding': () => ({ hasRecalls: false, asOf: null, recalls: 0, waiting: 0 }),
  'recall.readManyByDocumentid': () => [],
  'tradingPartner.readManyDue': () => [],
  'customer.readOperator': () => ({ name: null, emailAddress: 'help@operator.test', phoneNumber: null, hours: null }),
  'customer.readFirstSteps': () => ({ isHidden: false, done: [...FIRST_STEPS] }),
  'user.readReviewDue': () => ({ isDue: false, lastFinishedAt: null }),
  'state.readAll': () => [
    { id: 31, name: 'New Jersey', code: 'NJ' },
    { id: 33, name: 'New York', code: 'NY' },
  ],
  'location.readAllByUserid': () => [
    { id: 1, name: '412 Park Avenue', globalLocationNumber: '0399993456780' },
    { id: 2, name: '88 Lexington Avenue', globalLocationNumber: '0399993457107' },
  ],
}

function fakeLink(answers: Record<string, Answer>, calls: Call[]): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        calls.push({ path: op.path, input: op.input, background: op.context.background === true, signal: op.signal ?? null })
        const answer = answers[op.path]
        Promise.resolve()
          .then(() => {
            if (!answer) throw new Error(`No answer for ${op.path}`)
            return answer(op.input as never) // each test writes the answer for the input it expects
          })
          .then((data) => {
            observer.next({ result: { data } })
            observer.complete()
          })
          .catch((error: unknown) =>
            observer.error(error instanceof TRPCClientError ? error : TRPCClientError.from(new Error(String(error)))),
          )
      })
}

export const me = {
  id: 1,
  firstName: 'Dana',
  middleName: null,
  lastName: 'Ruiz',
  title: null,
  emailAddress: 'admin@park.demo',
  isActive: true,
  suspectMedEmailAddress: null,
  customer: { id: 1, name: 'Park Avenue Pharmacy', adminId: 1 },
  userCustomerLocations: [{ customerLocationId: 1, isAdmin: true, customerLocation: { id: 1, name: '412 Park Avenue' } }],
}

function Outlet() {
  return <PageOutlet match={useMatch()} />
}

function Providers({ link, children }: { link: TRPCLink<AppRouter>; children: ReactNode }) {
  const [{ queries, client }] = useState(() => ({ queries: makeQueryClient(), client: trpc.createClient({ links: [link] }) }))
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  )
}

interface ShowOptions {
  answers?: Record<string, Answer>
  user?: typeof me
  /** Calls that go through `fetch` as in the product; all other calls are answered from `answers`. */
  overFetch?: readonly string[]
  /** Rendered instead of the page at the path. */
  children?: ReactNode
}

/** Renders the real page of a path, signed in, against a fake server. */
export function showApp(path: string, { answers = {}, user = me, overFetch = [], children }: ShowOptions = {}) {
  const calls: Call[] = []
  saveSession({ step: 'signedIn', expiresAt: '2099-01-01T00:00:00Z', user, customer: user.customer })
  const isOverFetch = ({ path: call }: { path: string }) => overFetch.includes(call)
  const link = splitLink({ condition: isOverFetch, true: makeLinks(), false: fakeLink({ ...usual, ...answers }, calls) })
  const { hook, searchHook, history, navigate } = memoryLocation({ path, record: true })
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <div id="floating" />
      <Router hook={hook} searchHook={searchHook} aroundNav={guardNavigation}>
        <Providers link={link}>
          <ListPreferencesProvider value={useListSetting}>{children ?? <Outlet />}</ListPreferencesProvider>
        </Providers>
      </Router>
      <Toaster />
    </MantineProvider>,
  )
  return { calls, history, navigate, inputs: (of: string) => calls.filter((call) => call.path === of).map((call) => call.input) }
}
