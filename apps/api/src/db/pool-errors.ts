import type pg from 'pg'
import { type ConstraintErrors, nameConstraint } from './constraints.ts'
import { nameLost } from './lost-connection.ts'

/** Reports a lost database and each constraint that a domain names as one kind of error, whatever pg throws. Calls with a callback get pg's own errors. */
export function nameErrors(pool: pg.Pool, constraints: ConstraintErrors): pg.Pool {
  const translate = (thrown: unknown) => nameLost(nameConstraint(thrown, constraints))
  pool.on('connect', (client) => wrap(client, 'query', translate))
  wrap(pool, 'connect', translate)
  return pool
}

function wrap(target: object, name: string, translate: (thrown: unknown) => unknown): void {
  const kind = Object.getPrototypeOf(target)
  Reflect.set(target, name, (...given: unknown[]) => {
    // Looked up at each call, so that a test that watches the prototype sees this call too.
    const result = Reflect.apply(Reflect.get(kind, name), target, given)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw translate(error)
    })
  })
}
