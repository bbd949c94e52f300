import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '../styles/shell.css'
import '../styles/story.css'
import '../styles/parts.css'
import '../styles/table.css'
import '../styles/mantine-parts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { makeQueryClient } from '../api/query-client.ts'
import { getSession } from '../api/session.ts'
import { makeTrpcClient, trpc } from '../api/trpc.ts'
import { setZone } from '../ui/format.ts'
import { guardNavigation } from '../ui/use-leave-guard.tsx'
import { AppShell } from './app-shell.tsx'
import { preloadPage } from './routes.ts'

preloadPage(location.pathname)

/** Everything behind the sign-in. Its cache lives and dies with the session. */
export default function SignedIn() {
  const [{ queries, client }] = useState(() => {
    setZone(getSession()?.user_timezone ?? 'America/Los_Angeles')
    return { queries: makeQueryClient(), client: makeTrpcClient() }
  })
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <Router aroundNav={guardNavigation}>
          <AppShell />
        </Router>
      </QueryClientProvider>
    </trpc.Provider>
  )
}
