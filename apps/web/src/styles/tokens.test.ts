import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The colors of a scheme: those in the scheme's own block, and for every other color the value in the default block. */
function pickColors(scheme: 'light' | 'dark'): Record<string, string> {
  const [, after = ''] = sheet.split(`[data-mantine-color-scheme="${scheme}"] {`)
  const [block = ''] = after.split('}')
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', color = '']) => [name, color]))
}

/** WCAG 2, relative luminance. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['ground', 'card', 'sunk']
const meanings = ['action', 'done', 'attention', 'stop', 'info']
type Pair = [over: string, under: string]
const text: Pair[] = [
  ...['ink-1', 'ink-2', 'ink-3', ...meanings.map((one) => `${one}-text`)].flatMap((over) => grounds.map((under): Pair => [over, under])),
  ...meanings.flatMap((one): Pair[] => [
    [`on-${one}`, one],
    [`${one}-text`, `${one}-tint`],
    ['ink-1', `${one}-tint`],
    ['ink-2', `${one}-tint`],
  ]),
  ['paper-ink', 'paper'],
  ['paper-ink-2', 'paper'],
  ['ground', 'ink-1'],
]
// `attention` itself needs no contrast with a background: it is used only behind its own text, and where its shape must be seen, `attention-line`
// outlines it.
const shapes: Pair[] = [
  ...grounds.map((under): Pair => ['edge', under]),
  ...['ground', 'card', 'action-tint'].map((under): Pair => ['focus', under]),
  ...meanings.flatMap((one): Pair[] => [
    [`${one}-line`, 'card'],
    [`${one}-line`, `${one}-tint`],
  ]),
  ...['action', 'done', 'stop', 'info'].map((one): Pair => [one, 'card']),
]

test.each(['light', 'dark'] as const)('the %s colors have enough contrast: 4.5 to 1 for text, 3 to 1 for borders and shapes', (scheme) => {
  const colors = pickColors(scheme)
  const tooClose = (pairs: Pair[], least: number) =>
    pairs.filter(([over, under]) => !(contrast(colors[over] ?? '', colors[under] ?? '') >= least)).map((pair) => pair.join(' on '))
  expect([...tooClose(text, 4.5), ...tooClose(shapes, 3)]).toEqual([])
})
