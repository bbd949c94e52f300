import { describe, expect, test } from 'vitest'
import { readFigures } from './house/figures.ts'
import { findCircles } from './house/imports.ts'

describe('the structure of the code', () => {
  const { domainCircle, roomCircle, up, hidden, unplaced } = readFigures()

  test('has no import cycles between domains or between the api’s folders', () => {
    expect(domainCircle).toHaveLength(1)
    expect(roomCircle).toHaveLength(1)
  })

  test('allows only downward imports, and from a domain only its public files', () => {
    expect(up).toEqual([])
    expect(hidden).toEqual([])
  })

  test('places every domain in a layer', () => expect(unplaced).toEqual([]))

  test('reports a cycle through several folders', () => {
    const arrows = ['ab', 'bc', 'ca', 'cd'].map(([from = '', to = '']) => ({ from, to }))
    expect(findCircles(arrows)).toEqual([['a', 'b', 'c'], ['d']])
  })
})
