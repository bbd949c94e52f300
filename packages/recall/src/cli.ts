#!/usr/bin/env node
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { argv, stderr, stdout } from 'node:process'
import { readRecall } from './read-recall.ts'
import type { RecallRecord } from './types.ts'

const HELP = `recall-read: extracts the recalled products from the free text of drug recalls

Usage:  recall-read FILE...
        recall-read -          reads standard input

A file is openFDA's unchanged drug enforcement download ({"meta": …, "results": […]}), an array of records, or one record.

Prints one line of JSON for each record, in order:
  {recallNumber, codes: [{ndc, lots, ranges: [[from, to]], allLots, expirations: [{lot, expiration}]}], unread}
  ndc         as written; null if the text names none
  lots        as written, without duplicates
  expiration  YYYY-MM-DD, or YYYY-MM if the text has only the month; if lot is null, it applies to the whole code or to its ranges
  unread      text that contains digits but could not be read: a person must look at it
A code also has lotPrefixes, lotSuffixes or lotMayBeFollowedBy if the text says so.

Exit status: 0 if every file was read, 2 if one could not be read or the arguments are wrong. Nothing leaves this machine.

Example:
  recall-read drug-enforcement-0001-of-0001.json | jq -c 'select(.unread != [])'
`

/** Reads the recall records of a JSON file. @throws Error if the file contains no records. */
function readRecords(text: string): RecallRecord[] {
  const data: unknown = JSON.parse(text)
  const records = Array.isArray(data) ? data : isObject(data) && Array.isArray(data.results) ? data.results : [data]
  if (!records.every(isObject)) throw new Error('it contains no recall records')
  return records.map(({ recall_number, product_description, code_info, more_code_info }) => ({
    recall_number: toText(recall_number),
    product_description: toText(product_description),
    code_info: toText(code_info),
    more_code_info: toText(more_code_info),
  }))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    stdout.write(HELP)
    return 0
  }
  const unknown = words.find((word) => word.startsWith('-') && word !== '-')
  if (unknown !== undefined || words.length === 0) {
    stderr.write(
      `recall-read: ${unknown === undefined ? 'give a file, or - for standard input' : `unknown option ${unknown}`}\nTry recall-read --help.\n`,
    )
    return 2
  }
  let status = 0
  for (const file of words) {
    try {
      for (const record of readRecords(readFileSync(file === '-' ? 0 : file, 'utf8'))) {
        if (!stdout.write(`${JSON.stringify(readRecall(record))}\n`)) await once(stdout, 'drain')
      }
    } catch (error) {
      stderr.write(
        `recall-read: cannot read ${file === '-' ? 'standard input' : file}: ${error instanceof Error ? error.message : String(error)}\n`,
      )
      status = 2
    }
  }
  return status
}

/** The program that reads the output may close it early, which is not an error. */
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
process.exitCode = await main(argv.slice(2))
