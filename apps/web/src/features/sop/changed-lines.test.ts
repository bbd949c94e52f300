import { describe, expect, test } from 'vitest'
import { compareLines } from './changed-lines.ts'

const show = (before: string, after: string) =>
  compareLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

describe('two revisions of a procedure', () => {
  test('are compared line by line', () => {
    expect(show('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d'])
  })

  test('have no differences when identical, and differ in every line if they have no line in common', () => {
    expect(show('a\nb', 'a\nb')).toEqual([' a', ' b'])
    expect(show('a\nb', 'x')).toEqual(['-a', '-b', '+x'])
  })

  test('show a moved line as added in its new place and as removed from its old place', () => {
    expect(show('a\nb\nc', 'c\na\nb')).toEqual(['+c', ' a', ' b', '-c'])
  })
})
