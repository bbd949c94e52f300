import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './build/service-worker-plugin.ts'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker(import.meta.dirname)],
  resolve: {
    alias: {
      // sax asks for Node's streams, and does without where there are none.
      stream: `${import.meta.dirname}/src/no-streams.ts`,
      // wouter brings what React itself has had since its release 18.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  server: { proxy: { '/trpc': api, '/api': api, '/demo/mail': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // React changes least often and is needed first: one file that stays in the browser's cache over releases.
    rolldownOptions: {
      output: {
        // The entry names every chunk, and letters of a hash don't compress: seven of them tell two releases apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
})
