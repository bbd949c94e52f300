import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Maximum size, in bytes, of a precached script or font. Larger files (the PDF viewer, the camera's barcode reader, charts) are cached only after
 * first use.
 */
const MOST_BYTES = 300_000

/** A file that the service worker precaches; `revision` is null if the name contains a hash. */
interface PrecachedFile {
  url: string
  revision: string | null
}

function collectFiles(dist: string): PrecachedFile[] {
  const assets = readdirSync(join(dist, 'assets'))
    .filter((name) => /\.(js|mjs|css|woff2)$/.test(name) && statSync(join(dist, 'assets', name)).size <= MOST_BYTES)
    .map((name) => ({ url: `/assets/${name}`, revision: null }))
  const named = readdirSync(dist)
    .filter((name) => /\.(svg|png)$/.test(name) || name === 'theme.js')
    .map((name) => ({ url: `/${name}`, revision: hashBytes(join(dist, name)) }))
  return [...assets, ...named]
}

function hashBytes(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}

/**
 * As the last step of the build, compiles `src/offline/service-worker.ts` into `sw.js`, which contains the list of all built files. NOTE:
 * vite-plugin-pwa does the same but has 330 packages, which every `npm start` on a new machine would have to install.
 */
export function serviceWorker(root: string): Plugin {
  let isWorkerItself = false
  return {
    name: 'seriatim-service-worker',
    apply: 'build',
    async closeBundle() {
      if (isWorkerItself) return
      isWorkerItself = true
      const dist = join(root, 'dist')
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {
          __KEPT_FILES__: JSON.stringify(collectFiles(dist)),
          __PAGE_REVISION__: JSON.stringify(hashBytes(join(dist, 'index.html'))),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: dist,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(root, 'src/offline/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}
