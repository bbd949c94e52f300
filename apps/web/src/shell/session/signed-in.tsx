// Only the Mantine styles in use, in Mantine's order; all of them would add 39 kB.
import '@mantine/core/styles/Badge.layer.css'
import '@mantine/core/styles/Center.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Divider.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Title.layer.css'
import '@mantine/dates/styles.layer.css'
import { MantineThemeProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { makeQueryClient } from '../../api/query-client.ts'
import { getSession } from '../../api/session/session.ts'
import { makeTrpcClient, trpc } from '../../api/trpc.ts'
import { keepFilesOut } from '../../ui/field/keep-files-out.ts'
import { guardNavigation } from '../../ui/form/use-leave-guard.tsx'
import { applyClockChoice } from '../../ui/text/clock.ts'
import { setZone } from '../../ui/text/format.ts'
import { preloadToasts } from '../../ui/toast/toaster.tsx'
import { AppShell } from '../app-shell.tsx'
import { partsTheme } from '../parts-theme.ts'
import { preloadPage } from '../route/routes.ts'

preloadPage(location.pathname)
void preloadToasts()
keepFilesOut()

/** Everything after sign-in. Its query cache lives and dies with the session. */
export default function SignedIn() {
  const [{ queries, client }] = useState(() => {
    setZone(getSession()?.user_timezone ?? 'America/Los_Angeles')
    applyClockChoice()
    return { queries: makeQueryClient(), client: makeTrpcClient() }
  })
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <Router aroundNav={guardNavigation}>
          <MantineThemeProvider theme={partsTheme}>
            <AppShell />
          </MantineThemeProvider>
        </Router>
      </QueryClientProvider>
    </trpc.Provider>
  )
}
