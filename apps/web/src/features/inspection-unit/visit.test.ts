import type { UnitAnswers } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPicked, packHref, startOver, visit } from './visit.ts'

const unit = (medId: number, state: UnitAnswers['state'] = 'ok') =>
  ({ medId, serialNumber: `S${medId}`, medName: 'Metformin', state, brief: 'complete', askedAt: '2026-11-26T16:38:00Z' }) as UnitAnswers // the code under test reads only these fields

beforeEach(startOver)

describe('the bottles picked during a visit', () => {
  test('are listed once each, newest first, with their latest state', () => {
    addPicked(unit(1))
    addPicked(unit(2))
    addPicked(unit(1, 'gap'))
    expect(visit.get().map(({ medId, state }) => `${medId} ${state}`)).toEqual(['1 gap', '2 ok'])
  })

  test('are added to a pack in the order in which they were picked', () => {
    addPicked(unit(12))
    addPicked(unit(34))
    expect(packHref(visit.get())).toBe('/inspection?units=12,34')
    startOver()
    expect(visit.get()).toEqual([])
  })
})
