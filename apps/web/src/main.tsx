import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showNotice } from './api/session/session.ts'
import { App } from './app.tsx'
import { Boundary } from './ui/page/boundary.tsx'
import { loadable } from './ui/page/loadable.tsx'

declare global {
  /** react-remove-scroll, which Mantine's dialogs use, reads the nonce for its style element from this global variable. */
  var __webpack_nonce__: string | undefined
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
globalThis.__webpack_nonce__ = nonce

const shell = loadable(() => import('./shell/session/signed-in.tsx'))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element "root".')
createRoot(root).render(
  <StrictMode>
    <Boundary fallback={<p style={{ padding: 24 }}>This page could not be loaded. Check the network, then reload it.</p>}>
      <App nonce={nonce} shell={shell} />
    </Boundary>
  </StrictMode>,
)
showNotice()
