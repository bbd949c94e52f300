#!/usr/bin/env node
import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { argv, stderr, stdin, stdout } from 'node:process'
import { DICTIONARY_RELEASE } from './ai-table.ts'
import { decode } from './decode.ts'
import type { Decoded, DecodeError } from './decode-types.ts'
import { MAX_CHARACTERS } from './fault.ts'
import type { Result } from './result.ts'

const help = `gs1-decode: decodes GS1 barcodes as scanners send them

Usage:  gs1-decode [--lenient] [--format json|text] SCAN...
        gs1-decode [options]                  reads standard input, one scan per line

A scan is a GS1 element string with FNC1 as the GS byte or as ^, with or without a symbology identifier (]d2 ]C1 ]Q3 ]e0 ]J1) in front;
its printed form with parentheses; a GS1 Digital Link; or the digits of an EAN, UPC or ITF-14 symbol.

Options:
  --format json   one JSON object per line and scan, in order (the default)
  --format text   output for people
  --lenient       for real-world scans: accepts spaces in place of FNC1; if FNC1 was lost, uses the only possible reading and adds a warning;
                  warns about a missing companion AI. Without it, every rule of GS1's dictionary applies and nothing is guessed.
  --              everything after it is a scan, even if it begins with -
  --help          shows this text

Each object: {ok, elements: [{ai, title, value, date?}], gtin14?, ndc?, serialNumber?, lotNumber?, expirationDate?, sscc?, text?, warnings?,
error?: {code, ai?, message, position, rule?, length?, min?, max?, readings?}}. position is counted from 0 in the original scan. Dates are
YYYY-MM-DD; day 00 on a label means the last day of the month.

Exit status: 0 if every scan was decoded, 1 if some were refused, 2 if the arguments are wrong or the input could not be read.

Rules: ${DICTIONARY_RELEASE}. Nothing leaves this machine.

Examples:
  gs1-decode '01003011620011652110000083546563^1728073110608464T'
  gs1-decode --format text '(01)00301162001165(21)10000083546563(17)280731(10)608464T'
  gs1-decode --lenient < scans.txt | jq -r 'select(.ok | not) | .error.message'
`

interface Arguments {
  readonly lenient: boolean
  readonly format: 'json' | 'text'
  readonly scans: readonly string[]
}

function parseArguments(words: readonly string[]): Arguments | string {
  let lenient = false
  let format: 'json' | 'text' = 'json'
  const scans: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    if (word === '--lenient') lenient = true
    else if (word === '--format' || word.startsWith('--format=')) {
      const value = word === '--format' ? words[++i] : word.slice('--format='.length)
      if (value !== 'json' && value !== 'text') return `--format must be json or text, not ${value ?? 'nothing'}`
      format = value
    } else if (word === '--') {
      scans.push(...words.slice(i + 1))
      break
    } else if (word.startsWith('-') && word !== '-') return `unknown option ${word}; if it is a scan that begins with -, put -- before it`
    else if (word !== '-') scans.push(word)
  }
  return { lenient, format, scans }
}

function asObject(result: Result<Decoded, DecodeError>) {
  if (!result.ok) return { ok: false, elements: [], error: result.error }
  const { warnings, ...decoded } = result.value
  return warnings.length === 0 ? { ok: true, ...decoded } : { ok: true, ...decoded, warnings }
}

function asText(scan: string, result: Result<Decoded, DecodeError>): string {
  const name = scan.length > 120 ? `${scan.slice(0, 120)}…` : scan
  const shown = name.replaceAll('\x1d', '^')
  if (!result.ok) return `${shown}\n  refused (${result.error.code}) at ${result.error.position}: ${result.error.message}\n`
  const { elements, ndc, text, warnings } = result.value
  const lines = elements.map(({ ai, title, value, date }) => `  (${ai}) ${title}: ${value}${date === undefined ? '' : ` = ${date}`}`)
  if (ndc !== undefined) lines.push(`  NDC: ${ndc}`)
  if (text !== undefined) lines.push(`  text: ${text}`)
  return [shown, ...lines, ...warnings.map((warning) => `  warning: ${warning}`)].map((line) => `${line}\n`).join('')
}

/** Yields lines of standard input; of an endless line only enough to show that it is too long. */
async function* collectLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  const longest = 2 * MAX_CHARACTERS
  let rest = ''
  for await (const chunk of input) {
    const lines = decoder.decode(chunk, { stream: true }).split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = (lines.pop() ?? '').slice(0, longest)
    if (lines.length > 0) yield lines
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    stdout.write(help)
    return 0
  }
  const options = parseArguments(words)
  if (typeof options === 'string') {
    stderr.write(`gs1-decode: ${options}\nTry gs1-decode --help.\n`)
    return 2
  }
  let status = 0
  const currentYear = new Date().getFullYear()
  const answer = (scan: string): string => {
    const result = decode(scan, { lenient: options.lenient, currentYear })
    if (!result.ok) status = 1
    return options.format === 'json' ? `${JSON.stringify(asObject(result))}\n` : asText(scan, result)
  }
  const write = async (scans: readonly string[]): Promise<void> => {
    if (!stdout.write(scans.map(answer).join(''))) await once(stdout, 'drain')
  }
  if (options.scans.length > 0) {
    await write(options.scans)
    return status
  }
  try {
    if (fstatSync(0).isDirectory()) throw new Error('it is a directory')
    for await (const lines of collectLines(stdin)) await write(lines)
  } catch (error) {
    stderr.write(`gs1-decode: cannot read standard input: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
  return status
}

/** The program that reads our output, such as `head`, may close the pipe early (EPIPE); that is no error. */
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
process.exitCode = await main(argv.slice(2))
