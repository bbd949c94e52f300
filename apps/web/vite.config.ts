import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './build/service-worker-plugin.ts'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker(import.meta.dirname)],
  resolve: {
    alias: {
      // sax works without Node's streams, so an empty module replaces them.
      stream: `${import.meta.dirname}/src/no-streams.ts`,
      // wouter imports a shim for `useSyncExternalStore`. React has had that hook since release 18, so React itself replaces the shim.
      'use-sync-external-store/shim/index.js': 'react',
    },
  },
  server: { proxy: { '/trpc': api, '/api': api, '/demo/mail': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy forbids data: URLs, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // React changes least often and is needed first, so it gets its own file, which stays cached across releases.
    rolldownOptions: {
      output: {
        // The entry file contains the names of all chunks, and the hashes in these names don't compress. Seven characters of each hash are enough to
        // distinguish releases and keep the entry file small.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
})
