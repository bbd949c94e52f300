import { describe, expect, test } from 'vitest'
import { readFigures } from './house/figures.ts'
import { findCycles } from './house/imports.ts'

describe('the structure of the code', () => {
  const { domainCycle, folderCycle, up, upFolders, unknownFolders, hidden, unplaced } = readFigures()

  test('has no import cycles between domains or between the api’s folders', () => {
    expect(domainCycle).toHaveLength(1)
    expect(folderCycle).toHaveLength(1)
  })

  test('allows imports only from lower layers, and only of a domain’s public files', () => {
    expect(up).toEqual([])
    expect(hidden).toEqual([])
  })

  test('allows a folder of the api to import only from lower folders', () => {
    expect(unknownFolders).toEqual([])
    expect(upFolders).toEqual([])
  })

  test('places every domain in a layer', () => expect(unplaced).toEqual([]))

  test('is checked for import cycles, even ones that lead through several folders', () => {
    const arrows = ['ab', 'bc', 'ca', 'cd'].map(([from = '', to = '']) => ({ from, to }))
    expect(findCycles(arrows)).toEqual([['a', 'b', 'c'], ['d']])
  })
})
