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
      // wouter includes a shim for a hook that React has had since release 18.
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
        // The entry file contains the name of every chunk, and the hashes in these names don't compress. So they are cut to seven characters, which
        // are enough to distinguish releases.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
})
