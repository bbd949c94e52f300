// Makes the package what it is in the registry, and back: `prepack` bundles JavaScript for Node 20 and browsers and puts publishConfig's
// entries in the place of those that the workspace uses; `postpack` restores package.json.
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))
const manifest = join(folder, 'package.json')
const kept = join(folder, 'package.workspace.json')

/** Everything in, so that nothing has to be installed beside it. */
async function bundle() {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { index: 'src/index.ts', cli: 'src/cli.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

function switchManifest() {
  const { publishConfig, dependencies, devDependencies, scripts, private: isPrivate, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  const { exports, bin, files } = publishConfig
  copyFileSync(manifest, kept)
  copyFileSync(
    fileURLToPath(new URL('LICENSE.md', import.meta.resolve('sax').replace(/lib\/sax\.js$/, ''))),
    join(folder, 'dist', 'LICENSE-sax.md'),
  )
  const packed = { ...rest, exports, bin, files }
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}

if (process.argv[2] === 'prepack') {
  await bundle()
  switchManifest()
} else {
  renameSync(kept, manifest)
  rmSync(join(folder, 'dist'), { recursive: true })
}
