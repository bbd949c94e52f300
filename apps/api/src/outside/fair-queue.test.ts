import { describe, expect, test } from 'vitest'
import { FairQueue, QueueFullError } from './fair-queue.ts'

/** A queue whose work ends only when the test ends it (`endOne`), and the names of the work in the order in which it began. */
function stage(limits = { atOnce: 2, atOnceOfOne: 2, waitingOfOne: 10, waiting: 60 }) {
  const queue = new FairQueue(limits)
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: number, name: string) =>
    queue.run(owner, () => {
      began.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, began, endOne, queue }
}

describe('a queue shared by several owners', () => {
  test('is served round-robin, so an owner with eight items delays the others by only one item', async () => {
    const { ask, began, endOne } = stage()
    for (let at = 1; at <= 8; at += 1) void ask(1, `a${at}`)
    void ask(2, 'b1')
    void ask(2, 'b2')
    void ask(3, 'c1')
    for (let at = 0; at < 10; at += 1) await endOne()
    expect(began).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5', 'a6', 'a7', 'a8'])
  })

  test('leaves a slot for other owners if each owner has a limit', async () => {
    const { ask, began, endOne } = stage({ atOnce: 2, atOnceOfOne: 1, waitingOfOne: 10, waiting: 60 })
    for (const name of ['a1', 'a2', 'a3']) void ask(1, name)
    void ask(2, 'b1')
    void ask(2, 'b2')
    await new Promise((resolve) => setImmediate(resolve))
    expect(began).toEqual(['a1', 'b1'])
    for (let at = 0; at < 5; at += 1) await endOne()
    expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  test('refuses work at once if too much is queued, for one owner or in total', async () => {
    const { ask, began, endOne } = stage({ atOnce: 1, atOnceOfOne: 1, waitingOfOne: 2, waiting: 4 })
    for (const name of ['a1', 'a2', 'a3']) void ask(1, name)
    await expect(ask(1, 'a4')).rejects.toThrow(QueueFullError)
    void ask(2, 'b1')
    void ask(3, 'c1')
    await expect(ask(4, 'd1')).rejects.toThrow(QueueFullError)
    for (let at = 0; at < 4; at += 1) await endOne()
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    await endOne()
    void ask(4, 'd2')
    await new Promise((resolve) => setImmediate(resolve))
    expect(began.at(-1)).toBe('d2')
  })

  test('continues after a failed item', async () => {
    const { queue } = stage({ atOnce: 1, atOnceOfOne: 1, waitingOfOne: 2, waiting: 4 })
    await expect(queue.run(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run(1, async () => 7)).toBe(7)
    expect(queue.isLast).toBe(true)
  })
})
