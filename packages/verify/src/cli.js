#!/usr/bin/env node
import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyPack } from './verify.js'

const HELP = `seriatim-verify: shows what a Seriatim pack proves, what it does not, and which file was changed

Usage:  seriatim-verify PACK [--key KEY]

  --key KEY   the signing key that you trust: its fingerprint (32 hexadecimal digits) or a verifier key (name+id+base64)
  --help      shows this text

It only reads the pack, writes nothing, and uses no network.
Exit status: 0 if everything is proven, 1 if the pack was changed or is damaged, 2 if the arguments are wrong or the file could not be read.
`

/** @param {string} path @param {string | undefined} key */
async function run(path, key) {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const report = await verifyPack(
      {
        size,
        async read(from, to) {
          const bytes = new Uint8Array(to - from)
          const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
          return bytes.subarray(0, bytesRead)
        },
      },
      { key },
    )
    const { about, isProven, proven, faults, notProven } = report
    const list = (/** @type {string} */ title, /** @type {string[]} */ lines) =>
      lines.length ? `\n${title}\n${lines.map((line) => `  - ${line}\n`).join('')}` : ''
    const head = isProven ? 'PROVEN: nothing in this pack was changed.' : 'NOT PROVEN: do not rely on this pack.'
    const who = about ? `${about.customer}, ${about.preset}, made ${about.madeAt} by ${about.madeBy}, ${about.files} files\n` : ''
    process.stdout.write(
      `${head}\n${who}${list('What is wrong', faults)}${list('What is proven', proven)}${list('What is not proven', notProven)}`,
    )
    return isProven ? 0 : 1
  } finally {
    await file.close()
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || positionals.length !== 1) {
    process.stdout.write(HELP)
    process.exitCode = values.help ? 0 : 2
  } else process.exitCode = await run(positionals[0], values.key)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
